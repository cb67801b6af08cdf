import Testing

@testable import CoreDataEngine

@Suite struct RowCacheTests {
  private let model = CasesModel.make()

  private func page(_ layout: EntityLayout, version: Int32) -> RowPage {
    var writer = RowWriter(firstCapacity: 256)
    writer.begin(key: 1, version: version, entityIndex: layout.index, cellCount: layout.cellCount)
    return writer.end().page
  }

  /// Of rows of one version the one that came last counts, whether its page was known to be of one hierarchy or not.
  @Test(arguments: [false, true], [false, true]) func theLastRowOfAVersionCounts(first: Bool, second: Bool) throws {
    let compiled = try model.compile()
    let layout = try #require(compiled.layout(named: "Team"))
    let cache = RowCache(model: compiled)
    let pages = (0..<3).map { _ in page(layout, version: 2) }
    cache.insert(pages[0], of: first ? layout : nil)
    cache.insert(pages[1], of: second ? layout : nil)
    #expect(cache.row(of: 1, in: layout)?.page === pages[1])
    cache.insert(pages[2], of: first ? layout : nil)
    #expect(cache.row(of: 1, in: layout)?.page === pages[2])
    let old = page(layout, version: 1)
    cache.insert(old, of: second ? layout : nil)
    #expect(cache.row(of: 1, in: layout)?.page === pages[2])
  }

  /// A reader that began before a save may bring its rows after it.
  @Test(arguments: [false, true]) func whatWasReadBeforeASaveComesTooLate(isAsked: Bool) throws {
    let compiled = try model.compile()
    let layout = try #require(compiled.layout(named: "Team"))
    let cache = RowCache(model: compiled)
    let (derived, read, later) = (page(layout, version: 2), page(layout, version: 2), page(layout, version: 2))
    let moment = cache.now
    cache.insert(derived, of: layout)
    if isAsked { #expect(cache.row(of: 1, in: layout)?.page === derived) }
    cache.insert(read, of: layout, readAt: moment)
    #expect(cache.row(of: 1, in: layout)?.page === derived)
    cache.insert(later, of: layout, readAt: cache.now)
    #expect(cache.row(of: 1, in: layout)?.page === later)
  }

  /// Rows that were forgotten while they were read do not come back.
  @Test(arguments: [false, true]) func whatWasReadBeforeARemovalIsNotServed(removesAll: Bool) throws {
    let compiled = try model.compile()
    let layout = try #require(compiled.layout(named: "Team"))
    let cache = RowCache(model: compiled)
    let (old, new) = (page(layout, version: 2), page(layout, version: 2))
    let moment = cache.now
    if removesAll { cache.removeAll() } else { cache.remove([1], in: layout) }
    cache.insert(old, of: layout, readAt: moment)
    #expect(cache.row(of: 1, in: layout) == nil)
    cache.insert(new, of: layout, readAt: cache.now)
    #expect(cache.row(of: 1, in: layout)?.page === new)
    withExtendedLifetime((old, new)) {}
  }
}
