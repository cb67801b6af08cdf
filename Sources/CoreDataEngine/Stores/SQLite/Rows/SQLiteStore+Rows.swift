import CoreDataSQLite

/// Rows by key.
extension SQLiteStore {
  func row(of key: Int64, in layout: EntityLayout) throws -> RowReference? {
    let moment = cache.now
    let reference = try readHoldingSnapshot { try row(of: key, in: layout, on: $0) }
    if let reference { cache.insert(reference.page, of: layout, readAt: moment) }
    return reference
  }

  /// The row as `connection` sees it, outside of the cache.
  func row(of key: Int64, in layout: EntityLayout, on connection: Connection) throws -> RowReference? {
    let entry = queries.entry(of: layout)
    let selection = entry.selection.selection
    let statement = try connection.prepare(entry.rowSQL, place: layout.index)
    statement.bind(key, at: 1)
    guard try statement.step() else { return nil }
    if let index = schema.entityIndex(ofNumber: Int(statement.integer(0))), let root = otherRoot(layout, index) {
      statement.reset()
      return try row(of: key, in: root, on: connection)
    }
    var reader = RowReader(selection)
    var writer = RowWriter(firstCapacity: 256)
    defer { statement.reset() }
    return try reader.pack(statement, into: &writer)
  }

  /// The root of a hierarchy when a row of it is not below `layout`, whose selection lacks its columns.
  private func otherRoot(_ layout: EntityLayout, _ index: Int) -> EntityLayout? {
    guard index < layout.index || index > layout.lastDescendant else { return nil }
    let root = model.layouts[schema.root(of: layout).index]
    return root === layout ? nil : root
  }

  func rows(of keys: [Int64], in layout: EntityLayout) throws -> [RowPage] {
    // Any entity of the hierarchy may come, so the root's columns are read, unless there is just one entity.
    let selection = queries.selection(of: schema.root(of: layout))
    var reader = RowReader(selection)
    var writer = RowWriter(firstCapacity: min(RowWriter.pageSize, 256 * max(1, keys.count)))
    let moment = cache.now
    try read { connection in
      if let range = KeyChunks.range(keys) {
        let statement = try connection.prepare(EntityQueries.sqlOfRange(selection))
        statement.bind(range.lowerBound, at: 1)
        statement.bind(range.upperBound, at: 2)
        while try statement.step() { _ = try reader.pack(statement, into: &writer) }
        return
      }
      try KeyChunks.forEach(keys) { count, part in
        let statement = try connection.prepare(EntityQueries.sql(selection, keys: count))
        KeyChunks.bind(part, count: count, to: statement)
        while try statement.step() { _ = try reader.pack(statement, into: &writer) }
      }
    }
    for page in writer.pages { cache.insert(page, of: layout, readAt: moment) }
    return writer.pages
  }

  func externalData(named name: String) throws -> Data {
    let file = StoreFiles(url).externalDataFolder.appendingPathComponent(name)
    do {
      // The name comes from the file, and must not lead out of the folder.
      guard UUID(uuidString: name) != nil else { throw CocoaError(.fileReadInvalidFileName) }
      return try Data(contentsOf: file)
    } catch {
      throw NSError.coreData(
        NSPersistentStoreOperationError,
        reason: "The file of external data '\(name)' of the store \(url.path) cannot be read.", underlying: error,
        userInfo: [NSFilePathErrorKey: file.path])
    }
  }
}

extension SQLSchema {
  /// The root of the hierarchy of `layout`.
  func root(of layout: EntityLayout) -> EntityLayout {
    var root = layout
    while let parent = root.superlayout { root = parent }
    return root
  }
}
