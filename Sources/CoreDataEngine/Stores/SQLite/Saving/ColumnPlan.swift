/// The columns of a statement that writes rows of an entity, in the order of its parameters.
struct ColumnPlan {
  /// A property and its parameter, without references: a save goes over the steps for every object.
  struct Step: BitwiseCopyable {
    let slot: Int32
    let parameter: Int32
    let isToOne: Bool
    /// Whether the number of the destination's entity is the next parameter.
    let hasEntity: Bool
    /// Whether the value may lie in a file.
    let isExternal: Bool
  }

  private(set) var columns: [String] = []
  private(set) var steps: ContiguousArray<Step> = []
  /// The columns whose values may lie in files.
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
        steps.append(
          Step(
            slot: Int32(property.slot), parameter: parameter, isToOne: false, hasEntity: false,
            isExternal: property.usesExternalStorage))
        columns.append(column.sql)
        if property.usesExternalStorage { externalColumns.append(column.sql) }
      case .toOne(let key):
        steps.append(
          Step(
            slot: Int32(property.slot), parameter: parameter, isToOne: true, hasEntity: key.entity != nil,
            isExternal: false))
        columns.append(key.column.sql)
        if let column = key.entity { columns.append(column.sql) }
      case .none, .oneToMany, .manyToMany, .inverseless: continue
      }
    }
  }
}
