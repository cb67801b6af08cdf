import CoreDataSQLite

/// A batch deletion inside its transaction, by the delete rules of the model.
final class BatchDeletion {
  let store: SQLiteStore
  let connection: Connection
  let files: ExternalDataFiles
  let history: HistoryRecorder?
  var closure: DeletionClosure
  var schema: SQLSchema { store.schema }

  init(_ store: SQLiteStore, _ connection: Connection, _ files: ExternalDataFiles, _ history: HistoryRecorder?) {
    self.store = store
    self.connection = connection
    self.files = files
    self.history = history
    closure = DeletionClosure(store.model)
  }

  func run(_ target: BatchTarget, _ options: BatchOptions) throws -> BatchOutcome {
    let keys = try BatchSelection(target, store).keys(on: connection)
    if keys.isEmpty { return BatchOutcome() }
    try closure.grow(from: keys) { try self.destinations(of: $0, $1) }
    let groups = closure.groups
    let mandatory = try mandatoryCollections(groups)
    for (layout, keys) in groups { try deleteRows(layout, keys) }
    for (layout, keys) in groups { try clearLinks(layout, keys) }
    try check(mandatory)
    return BatchOutcome(count: keys.count, keys: options.wantsKeys ? keys : [])
  }

  private func deleteRows(_ layout: EntityLayout, _ keys: [Int64]) throws {
    let entity = schema.entity(layout)
    let plan = ColumnPlan(entity, layout.properties, first: 1)
    try history?.noteDeletions(entity, keys)
    try KeyChunks.forEach(keys) { count, part in
      let list = EntityQueries.parameters(count)
      for column in plan.externalColumns {
        let statement = try connection.prepare(
          "SELECT \(column) FROM \(entity.table) WHERE Z_PK IN (\(list)) AND length(\(column)) = 38")
        KeyChunks.bind(part, count: count, to: statement)
        while try statement.step() { if let bytes = statement.blob(0) { files.replace(Data(bytes)) } }
      }
      let statement = try connection.prepare("DELETE FROM \(entity.table) WHERE Z_PK IN (\(list))")
      KeyChunks.bind(part, count: count, to: statement)
      try statement.run()
    }
  }

  /// The destinations of a relationship, in the transaction.
  func destinations(of property: PropertyLayout, _ owners: [Int64]) throws -> [ObjectKey] {
    var found: [ObjectKey] = []
    let sql: (Int) -> String
    if case .toOne(let columns) = schema.placement(of: property) {
      let owner = schema.entity(property.owner).table
      let entity = columns.entity.map { "t0.\($0)" } ?? String(schema.entity(property.destination).number)
      sql = {
        "SELECT \(entity), t0.\(columns.column) FROM \(owner) t0 WHERE t0.Z_PK IN (\(EntityQueries.parameters($0))) AND t0.\(columns.column) NOT NULL"
      }
    } else if let query = DestinationQuery(property, schema) {
      sql = { query.sql(selecting: "t0.Z_ENT, t0.Z_PK", owners: $0) }
    } else {
      return []
    }
    try KeyChunks.forEach(owners) { count, part in
      let statement = try connection.prepare(sql(count))
      KeyChunks.bind(part, count: count, to: statement)
      while try statement.step() {
        guard let index = schema.entityIndex(ofNumber: Int(statement.integer(0))) else { continue }
        found.append(ObjectKey(entityIndex: index, key: statement.integer(1)))
      }
    }
    return found
  }
}
