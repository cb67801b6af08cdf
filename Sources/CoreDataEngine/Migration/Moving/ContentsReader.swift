/// Reads all objects of a store, whatever its type, into tables in memory. Keys and versions stay.
struct ContentsReader {
  let store: any ObjectStore
  let model: CompiledModel
  /// The entities of the store's configuration.
  let layouts: [EntityLayout]
  /// The file that messages name.
  let url: URL

  /// Objects whose to-many relationships are asked for at once.
  private static let chunk = 1_000

  /// Throws 134120 when the current `Progress` is cancelled, and what the store throws.
  func tables(keys: MemoryKeys, metadata: [String: Any]) throws -> MemoryTables {
    var builder = TableBuilder(model: model, keys: keys, metadata: metadata)
    let concrete = layouts.filter { !$0.isAbstract }
    let progress = Progress(totalUnitCount: Int64(concrete.count + 1))
    for layout in concrete {
      try progress.part(orThrow: MigrationError.cancelled(at: url)) { try read(layout, into: &builder) }
      // The keys of deleted objects are not given out again.
      keys.reserve(try store.highestKey(in: layout), root: layout.rootIndex)
    }
    return try progress.part(orThrow: MigrationError.cancelled(at: url)) { builder.finish() }
  }

  private func read(_ layout: EntityLayout, into builder: inout TableBuilder) throws {
    var query = RowQuery(layout)
    query.includesSubentities = false
    let lists = layout.properties.filter { property in
      // Unordered lists with a to-one inverse come with the other side.
      property.isToMany && !property.isTransient && (property.isOrdered || property.inverse?.isToOne != true)
    }
    var records: [StoredRecord] = []
    func flush() throws {
      for property in lists {
        let owners = records.map(\.key)
        let found = try store.destinations(of: property, owners: owners, rowsToo: false).keys
        for place in records.indices { records[place].destinations[property.slot] = found[records[place].key] ?? [] }
      }
      for record in records { builder.add(record) }
      records.removeAll(keepingCapacity: true)
    }
    let pages = try store.rows(query)
    let progress = Progress(totalUnitCount: Int64(pages.count + 1))
    for page in pages {
      if progress.isCancelled { throw MigrationError.cancelled(at: url) }
      try page.forEachRow { row, _ in
        records.append(try StoredRecord(row, model: model, store: store))
        if records.count == ContentsReader.chunk { try flush() }
      }
      progress.completedUnitCount += 1
    }
    try flush()
    progress.completedUnitCount += 1
  }
}

extension StoredRecord {
  /// The object of a row but for its to-many relationships, with the bytes of its files.
  init(_ row: Row, model: CompiledModel, store: any ObjectStore) throws {
    self.init(model.layouts[row.entityIndex], key: row.key)
    version = row.version
    for property in layout.properties where property.isStored {
      if let kind = property.attributeKind {
        let value = row.value(of: property.cell, kind: kind)
        if property.usesExternalStorage, case .data(let stored) = value {
          values[property.slot] = .data(try ExternalData.resolve(stored, in: store))
        } else {
          values[property.slot] = value
        }
      } else if property.isToOne {
        destinations[property.slot] = row.destination(of: property).map { [$0] } ?? []
      }
    }
  }
}
