/// The columns of a statement that writes rows of an entity, in the order of its parameters.
struct ColumnPlan {
  /// A property and its first parameter, without references: a save goes over the steps for every object.
  struct Step: BitwiseCopyable {
    enum Form: BitwiseCopyable {
      case attribute
      /// The value may lie in a file.
      case external
      /// One parameter for each leaf.
      case composite
      case toOne
      /// The number of the destination's entity is the second parameter.
      case polymorphicToOne
    }

    let slot: Int
    let parameter: Int32
    let form: Form
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
      func add(_ form: Step.Form) { steps.append(Step(slot: property.slot, parameter: parameter, form: form)) }
      switch entity.placements[property.slot] {
      case .attribute(let column):
        add(property.usesExternalStorage ? .external : .attribute)
        columns.append(column.sql)
        if property.usesExternalStorage { externalColumns.append(column.sql) }
      case .toOne(let key):
        add(key.entity == nil ? .toOne : .polymorphicToOne)
        columns.append(key.column.sql)
        if let column = key.entity { columns.append(column.sql) }
      case .composite(let leaves):
        guard property.composite != nil else { continue }
        add(.composite)
        columns += leaves.map(\.sql)
      case .none, .oneToMany, .manyToMany, .inverseless: continue
      }
    }
  }
}
