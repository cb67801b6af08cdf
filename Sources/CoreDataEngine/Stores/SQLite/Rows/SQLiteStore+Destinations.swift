import CoreDataSQLite

/// The destinations of to-many relationships.
extension SQLiteStore {
  func destinations(of relationship: PropertyLayout, owner: Int64) throws -> [ObjectKey] {
    guard let query = DestinationQuery(relationship, schema) else { return [] }
    return try readHoldingSnapshot { connection in
      let statement = try connection.prepare(query.sql(selecting: "\(query.row).Z_ENT, \(query.row).Z_PK", owners: nil))
      statement.bind(owner, at: 1)
      var keys: [ObjectKey] = []
      while try statement.step() {
        if let key = try objectKey(statement, 0, relationship.destination) {
          keys.append(key)
        }
      }
      return keys
    }
  }

  func destinations(
    of relationship: PropertyLayout, owners: [Int64], rowsToo: Bool
  ) throws -> (keys: [Int64: [ObjectKey]], pages: [RowPage]) {
    guard let query = DestinationQuery(relationship, schema) else { return ([:], []) }
    let keys = try destinationKeys(query, owners, relationship.destination)
    guard rowsToo else { return (keys, []) }
    let all = Set(keys.values.joined().map(\.key))
    return (keys, try rows(of: all.sorted(), in: relationship.destination))
  }

  private func destinationKeys(
    _ query: DestinationQuery, _ owners: [Int64], _ destination: EntityLayout
  ) throws -> [Int64: [ObjectKey]] {
    var groups = DestinationGroups(capacity: owners.count)
    try read { connection in
      try KeyChunks.forEach(owners) { count, part in
        let columns = "\(query.owner), \(query.row).Z_ENT, \(query.row).Z_PK"
        let statement = try connection.prepare(query.sql(selecting: columns, owners: count))
        KeyChunks.bind(part, count: count, to: statement)
        while try statement.step() {
          if let key = try objectKey(statement, 1, destination) {
            groups.append(key, to: statement.integer(0))
          }
        }
      }
    }
    return groups.finish()
  }

  func destinationRows(of relationship: PropertyLayout, owners: [Int64]) throws -> DestinationRows? {
    // A row that many owners share would come once for each.
    guard let query = DestinationQuery(relationship, schema), !query.isShared else { return nil }
    let selection = queries.selection(of: schema.root(of: relationship.destination))
    var reader = RowReader(selection)
    var writer = RowWriter()
    var rowOwners: ContiguousArray<Int64> = []
    let moment = cache.now
    let ownerColumn = Int32(RowSelection.fixedColumns.count + selection.columns.count)
    let columns = "\(selection.selectList(alias: query.row)), \(query.owner)"
    try read { connection in
      if let wanted = try KeySet(owners, ofMostRowsIn: schema.entity(relationship.owner).table, connection),
        let sql = query.sqlOfAll(selecting: columns)
      {
        // Following the index to nearly every row costs more than passing over those that are not wanted.
        let statement = try connection.prepare(sql)
        while try statement.step() {
          let owner = statement.integer(ownerColumn)
          guard wanted.contains(owner) else { continue }
          if try reader.pack(statement, into: &writer) != nil { rowOwners.append(owner) }
        }
        return
      }
      try KeyChunks.forEach(owners) { count, part in
        let statement = try connection.prepare(query.sql(selecting: columns, owners: count))
        KeyChunks.bind(part, count: count, to: statement)
        while try statement.step() {
          if try reader.pack(statement, into: &writer) != nil { rowOwners.append(statement.integer(ownerColumn)) }
        }
      }
    }
    for page in writer.pages { cache.insert(page, of: relationship.destination, readAt: moment) }
    return DestinationRows(pages: writer.pages, owners: rowOwners)
  }

  private func objectKey(_ statement: Statement, _ column: Int32, _ destination: EntityLayout) throws -> ObjectKey? {
    if statement.isNull(column) { return nil }
    let (number, key) = (statement.integer(column), statement.integer(column + 1))
    if schema.isAlone(destination) { return ObjectKey(entityIndex: destination.index, key: key) }
    guard let index = schema.entityIndex(ofNumber: Int(number)) else {
      throw NSError.coreData(
        NSCoreDataError,
        reason:
          "The row \(key) of '\(destination.name)' has the entity number \(number), which is that of no entity of the model.",
        userInfo: ["entity": destination.name, "key": key])
    }
    return ObjectKey(entityIndex: index, key: key)
  }
}
