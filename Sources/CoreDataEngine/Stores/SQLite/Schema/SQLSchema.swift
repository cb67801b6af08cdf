/// The tables, columns and numbers by which a file keeps the entities of a model.
///
/// @unchecked Sendable: immutable.
final class SQLSchema: @unchecked Sendable {
  let model: CompiledModel
  /// By the entity's index in the model; nil for entities that are not in the store's configuration.
  let entities: [SQLEntity?]
  /// In the order of their creation.
  let tables: [SQLTable]
  let joinTables: [JoinTable]
  private let indexByNumber: [Int: Int]

  /// The schema of a new file.
  convenience init(model: CompiledModel, layouts: [EntityLayout]? = nil) throws {
    try self.init(SchemaBuilder(model: model, layouts: layouts ?? model.layouts, stored: nil))
  }

  /// The schema of an existing file, whose names and numbers count.
  convenience init(model: CompiledModel, layouts: [EntityLayout]? = nil, stored: StoredSchema) throws {
    try self.init(SchemaBuilder(model: model, layouts: layouts ?? model.layouts, stored: stored))
  }

  private init(_ builder: SchemaBuilder) throws {
    var builder = builder
    try builder.build()
    model = builder.model
    entities = builder.entities
    tables = builder.tables
    joinTables = builder.joinTables
    indexByNumber = Dictionary(
      entities.compactMap { entity in entity.map { ($0.number, $0.layout.index) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The entity of a layout. One that is not in the store traps: the coordinator sends no request for it here.
  func entity(_ layout: EntityLayout) -> SQLEntity {
    guard let entity = entities[layout.index] else {
      fatalError("The entity '\(layout.name)' is not in the configuration of the store.")
    }
    return entity
  }

  func placement(of property: PropertyLayout) -> SQLPlacement { entity(property.owner).placements[property.slot] }

  /// The index in the model of the entity with a number; nil for none.
  func entityIndex(ofNumber number: Int) -> Int? { indexByNumber[number] }

  /// Whether the entity has its table for itself.
  func isAlone(_ layout: EntityLayout) -> Bool { layout.superlayout == nil && !layout.hasSubentities }

  /// The numbers of an entity and of those below it.
  func numbers(of layout: EntityLayout, includesSubentities: Bool) -> [Int] {
    let last = includesSubentities ? layout.lastDescendant : layout.index
    return (layout.index...last).compactMap { entities[$0]?.number }
  }
}
