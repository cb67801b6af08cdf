/// The type of an SQL expression as predicates see it.
enum SQLType {
  case null
  case integer, number, boolean, decimal
  case date, text, uri, data, uuid
  /// Bytes that only a transformer understands.
  case transformable
  /// The key of an object, of an entity of the hierarchy; nil when it is not known.
  case object(EntityLayout?)
  /// The number of an entity.
  case entity

  init(_ kind: AttributeKind) {
    self =
      switch kind {
      case .integer16, .integer32, .integer64: .integer
      case .boolean: .boolean
      case .double, .float: .number
      case .date: .date
      case .string: .text
      case .uri: .uri
      case .binary: .data
      case .transformable, .object, .composite: .transformable
      case .decimal: .decimal
      case .uuid: .uuid
      }
  }

  var isNumeric: Bool {
    switch self {
    case .integer, .number, .boolean, .decimal: true
    default: false
    }
  }

  /// Whether the values are doubles. A decimal is compared with these as a double.
  var isReal: Bool { if case .number = self { true } else { false } }
  var isText: Bool { if case .text = self { true } else { false } }
  var isDate: Bool { if case .date = self { true } else { false } }
  var isDecimal: Bool { if case .decimal = self { true } else { false } }
  var isNull: Bool { if case .null = self { true } else { false } }
  var isTransformable: Bool { if case .transformable = self { true } else { false } }
  var isObject: Bool { if case .object = self { true } else { false } }

  /// The type of a sum of such values.
  var ofSum: SQLType { if case .boolean = self { .integer } else { self } }

  /// Whether values of both types can be equal.
  func isComparable(with other: SQLType) -> Bool {
    switch (self, other) {
    case (.null, _), (_, .null), (.date, .date), (.text, .text), (.uri, .uri), (.data, .data), (.uuid, .uuid),
      (.object, .object), (.entity, .entity):
      true
    default: isNumeric && other.isNumeric
    }
  }

  /// How a constant is bound that is compared with an expression of this type; nil when it cannot be.
  func encoding(of kind: ConstantKind) -> ConstantEncoding? {
    switch (self, kind) {
    case (_, .null): .number
    case (.object(let layout), .object): .key(rootIndex: layout?.rootIndex)
    case (.entity, .entity): .entity
    case (.null, _): kind.type.isNull ? nil : kind.type.encoding(of: kind)
    case (.text, .text), (.uri, .url): .text
    case (.date, .date): .date
    case (.data, .data): .data
    case (.uuid, .uuid): .uuid
    // In all of its digits: no double takes part.
    case (.decimal, .decimal), (.integer, .decimal), (.boolean, .decimal): .decimal
    case (_, .number) where isNumeric, (_, .real) where isNumeric, (_, .decimal) where isNumeric: .number
    default: nil
    }
  }

  /// How the members of a constant list are bound.
  var memberEncoding: ConstantEncoding? {
    switch self {
    case .integer, .boolean: .integer
    case .number: .number
    case .decimal: .decimal
    case .date: .date
    case .text, .uri: .text
    case .data: .data
    case .uuid: .uuid
    case .object(let layout): .key(rootIndex: layout?.rootIndex)
    case .entity: .entity
    case .null, .transformable: nil
    }
  }

  /// The letter by which SQL functions are told how to read an argument; nil for what they cannot read.
  var code: Character? {
    switch self {
    case .null, .integer, .number, .boolean: "n"
    case .decimal: "d"
    case .date: "s"
    case .text: "t"
    case .uri: "r"
    case .data: "b"
    case .uuid: "u"
    case .transformable, .object, .entity: nil
    }
  }

  /// The type as messages name it.
  var name: String {
    switch self {
    case .null: "nil"
    case .integer, .number: "number"
    case .boolean: "boolean"
    case .decimal: "decimal"
    case .date: "date"
    case .text: "string"
    case .uri: "URI"
    case .data: "binary data"
    case .uuid: "UUID"
    case .transformable: "transformable"
    case .object: "object"
    case .entity: "entity"
    }
  }
}
