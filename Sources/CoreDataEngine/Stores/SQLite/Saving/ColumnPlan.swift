/// The columns of a statement that writes rows of an entity, in the order of its parameters.
struct ColumnPlan {
  enum Step {
    case attribute(PropertyLayout, parameter: Int32)
    /// One parameter for each leaf.
    case composite(PropertyLayout, CompositeLayout, first: Int32)
    case toOne(PropertyLayout, key: Int32, entity: Int32?)
  }

  private(set) var columns: [String] = []
  private(set) var steps: ContiguousArray<Step> = []
  /// Whether a parameter carries a value that may lie in a file.
  private(set) var externalColumns: [String] = []
  /// The first parameter.
  let first: Int32

  var parameterCount: Int32 { Int32(columns.count) }

  /// The stored properties among `properties`; parameters count from `first`.
  init(_ entity: SQLEntity, _ properties: [PropertyLayout], first: Int32) {
    self.first = first
    for property in properties where property.isStored {
      let parameter = first + Int32(columns.count)
      switch entity.placements[property.slot] {
      case .attribute(let column):
        steps.append(.attribute(property, parameter: parameter))
        columns.append(column.sql)
        if property.usesExternalStorage { externalColumns.append(column.sql) }
      case .toOne(let key):
        steps.append(.toOne(property, key: parameter, entity: key.entity == nil ? nil : parameter + 1))
        columns.append(key.column.sql)
        if let column = key.entity { columns.append(column.sql) }
      case .composite(let leaves):
        guard let layout = property.composite else { continue }
        steps.append(.composite(property, layout, first: parameter))
        columns += leaves.map(\.sql)
      case .none, .oneToMany, .manyToMany, .inverseless: continue
      }
    }
  }
}
