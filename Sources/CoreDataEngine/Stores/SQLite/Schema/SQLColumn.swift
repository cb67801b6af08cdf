/// A column of an entity table: its name, its declared type and where it stands in Apple's order.
struct SQLColumn {
  /// Apple's groups, in the order in which `CREATE TABLE` lists them.
  enum Group: Int, Comparable {
    case integer, order, float, decimal, string, uri, uuid, transformable, binary

    static func < (left: Group, right: Group) -> Bool { left.rawValue < right.rawValue }
  }

  let identifier: SQLIdentifier
  let group: Group
  let type: String
  /// Whether the column gets an index of its own, as foreign keys do.
  let isForeignKey: Bool

  init(_ identifier: SQLIdentifier, group: Group, type: String, isForeignKey: Bool = false) {
    self.identifier = identifier
    self.group = group
    self.type = type
    self.isForeignKey = isForeignKey
  }

  init(_ identifier: SQLIdentifier, kind: AttributeKind) {
    let (group, type): (Group, String) =
      switch kind {
      case .integer16, .integer32, .integer64, .boolean: (.integer, "INTEGER")
      case .double, .float: (.float, "FLOAT")
      case .date: (.float, "TIMESTAMP")
      case .decimal: (.decimal, "DECIMAL")
      case .string: (.string, "VARCHAR")
      case .uri: (.uri, "VARCHAR")
      case .uuid: (.uuid, "BLOB")
      case .transformable, .object, .composite: (.transformable, "BLOB")
      case .binary: (.binary, "BLOB")
      }
    self.init(identifier, group: group, type: type)
  }

  var definition: String { "\(identifier) \(type)" }
}
