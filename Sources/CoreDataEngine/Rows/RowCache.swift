/// The row cache of one store: the newest packed row known of each key.
///
/// It keeps no row alive: entries point at pages that objects hold, and go when their page does.
///
/// @unchecked Sendable: the tables are used under `lock` only.
final class RowCache: @unchecked Sendable {
  private struct Entry: BitwiseCopyable {
    let page: UnretainedReference<RowPage>
    let offset: UInt32
    let version: Int32
  }

  private let lock = Lock(())
  private let tables: [KeyTable<Entry>]
  /// The root of an entity, by its index.
  private let roots: [Int]

  init(model: CompiledModel) {
    roots = model.layouts.map(\.rootIndex)
    tables = (0..<model.rootCount).map { _ in KeyTable() }
  }

  /// The cached row of a key in the hierarchy of `layout`.
  func row(of key: Int64, in layout: EntityLayout) -> RowReference? {
    lock.withLock { _ in
      guard let entry = tables[layout.rootIndex][key], let page = entry.page.object else { return nil }
      return RowReference(page: page, offset: Int(entry.offset))
    }
  }

  /// Takes in the rows of a finished page. A row that is older than the one known is left out: a reader that began
  /// before a save may deliver it after.
  func insert(_ page: RowPage) {
    let reference = UnretainedReference(page)
    lock.withLock { _ in
      page.register(in: self)
      page.forEachRow { row, offset in
        guard row.hasValues else { return }
        let table = tables[roots[row.entityIndex]]
        if let known = table[row.key], known.version > row.version { return }
        table.set(
          Entry(page: reference, offset: UInt32(truncatingIfNeeded: offset), version: row.version), for: row.key)
      }
    }
  }

  /// Forgets rows, so that the next fault reads the store.
  func remove(_ keys: some Sequence<Int64>, in layout: EntityLayout) {
    lock.withLock { _ in for key in keys { tables[layout.rootIndex].remove(key) } }
  }

  func removeAll() { lock.withLock { _ in for table in tables { table.removeAll() } } }

  /// Drops the entries that still point at a page which is going away.
  func removeRows(of page: RowPage) {
    lock.withLock { _ in
      page.forEachRow { row, _ in
        guard row.hasValues else { return }
        let table = tables[roots[row.entityIndex]]
        if let entry = table[row.key], entry.page.isReference(to: page) { table.remove(row.key) }
      }
    }
  }
}
