/// The row cache of one store: the newest packed row known of each key.
///
/// It keeps no row alive: entries name pages that objects hold. Rows are indexed when one is first looked up, so a
/// fetch whose rows nobody asks for by key costs nothing here; entries of pages that are gone are swept when a table
/// would have to grow.
///
/// @unchecked Sendable: everything mutable is used under `lock` only.
final class RowCache: @unchecked Sendable {
  private struct Entry: KeyTableElement {
    let page: UInt32
    let offset: UInt32

    /// No page has the number 0.
    static let none = Entry(page: 0, offset: 0)
    var isNone: Bool { page == 0 }
  }

  private let lock = SpinLock()
  private let tables: [KeyTable<Entry>]
  /// The pages that are alive, by serial number.
  private let pages = KeyTable<UnretainedReference<RowPage>>()
  /// By hierarchy, the pages whose rows are not in `tables` yet; last those with rows of several hierarchies.
  private var unindexed: [ContiguousArray<UInt32>]
  private var lastSerial: UInt32 = 0
  /// When rows were last forgotten: what was read before must not bring them back.
  private var lastRemoval: UInt32 = 0
  /// The root of an entity, by its index.
  private let roots: [Int]

  init(model: CompiledModel) {
    roots = model.layouts.map(\.rootIndex)
    tables = (0..<model.rootCount).map { _ in KeyTable() }
    unindexed = Array(repeating: [], count: model.rootCount + 1)
  }

  /// The cached row of a key in the hierarchy of `layout`.
  func row(of key: Int64, in layout: EntityLayout) -> RowReference? {
    lock.withLock {
      indexPages(of: layout.rootIndex)
      guard let entry = tables[layout.rootIndex][key], let page = pages[Int64(entry.page)]?.object else { return nil }
      return RowReference(page: page, offset: Int(entry.offset))
    }
  }

  /// The moment at which a reading begins, in the order in which the cache takes things in.
  var now: UInt32 { lock.withLock { lastSerial } }

  /// Takes in the rows of a finished page, which are of the hierarchy of `layout`; nil for one of several. `moment` is when
  /// the reading began; nil for rows that are as of now.
  func insert(_ page: RowPage, of layout: EntityLayout? = nil, readAt moment: UInt32? = nil) {
    lock.withLock {
      if let moment, isEarlier(moment, than: lastRemoval) { return }
      nextSerial()
      page.register(in: self, serial: lastSerial, moment: moment ?? lastSerial)
      pages.set(UnretainedReference(page), for: Int64(lastSerial))
      let place = layout?.rootIndex ?? tables.count
      // Pages of which no row is ever looked up must not pile up.
      if unindexed[place].count >= 4_096 { indexPages(at: place) }
      unindexed[place].append(lastSerial)
    }
  }

  /// Forgets rows, so that the next fault reads the store.
  func remove(_ keys: some Sequence<Int64>, in layout: EntityLayout) {
    lock.withLock {
      indexPages(of: layout.rootIndex)
      for key in keys { tables[layout.rootIndex].remove(key) }
      nextSerial()
      lastRemoval = lastSerial
    }
  }

  /// Forgets the rows of objects, entity by entity as they stand.
  func remove(_ objects: ContiguousArray<NSManagedObject>) {
    var start = 0
    while start < objects.count {
      let layout = objects[start].layout
      let run = objects[start...].prefix { $0.layout === layout }
      remove(run.lazy.map(\.key), in: layout)
      start = run.endIndex
    }
  }

  func removeAll() {
    lock.withLock {
      unindexed = Array(repeating: [], count: unindexed.count)
      for table in tables { table.removeAll() }
      nextSerial()
      lastRemoval = lastSerial
    }
  }

  private func nextSerial() {
    lastSerial &+= 1
    if lastSerial == 0 { lastSerial = 1 }
  }

  /// Moments go round.
  @inline(__always) private func isEarlier(_ moment: UInt32, than other: UInt32) -> Bool {
    Int32(truncatingIfNeeded: moment &- other) < 0
  }

  /// Indexes all rows that have come in. Rows of a save must take the place of older ones while their pages are alive: these
  /// may go before a row is looked up, and an older page that somebody holds would be served.
  func indexAll() {
    lock.withLock {
      for place in unindexed.indices where !unindexed[place].isEmpty { indexPages(at: place) }
    }
  }

  /// A page is going away.
  func forget(_ serial: UInt32) { lock.withLock { _ = pages.remove(Int64(serial)) } }

  /// Indexes the rows of pages that came since the last look-up in a hierarchy. A row that is older than the one known is
  /// left out: a reader that began before a save may deliver it after.
  @inline(__always) private func indexPages(of root: Int) {
    if !unindexed[root].isEmpty { indexPages(at: root) }
    if !unindexed[tables.count].isEmpty { indexPages(at: tables.count) }
  }

  @inline(never) private func indexPages(at place: Int) {
    for serial in unindexed[place] {
      pages[Int64(serial)]?.withMemory { page in
        page.forEachRow { row, offset in
          guard row.hasValues else { return }
          index(row, of: page, Entry(page: serial, offset: UInt32(truncatingIfNeeded: offset)))
        }
      }
    }
    unindexed[place].removeAll(keepingCapacity: unindexed[place].count < 1_024)
  }

  private func index(_ row: Row, of page: RowPage, _ entry: Entry) {
    let table = tables[roots[row.entityIndex]]
    if let known = table[row.key] {
      var isOlder = false
      pages[Int64(known.page)]?.withMemory { knownPage in
        let version = knownPage.row(at: Int(known.offset)).version
        // Triggers change rows and leave their version: then what was read later counts, and of one moment what came later.
        let wasReadBefore =
          page.moment == knownPage.moment
          ? isEarlier(entry.page, than: known.page) : isEarlier(page.moment, than: knownPage.moment)
        isOlder = version > row.version || version == row.version && wasReadBefore
      }
      if isOlder { return }
    } else if table.isFull {
      table.removeAll { pages[Int64($0.page)] == nil }
    }
    table.set(entry, for: row.key)
  }
}
