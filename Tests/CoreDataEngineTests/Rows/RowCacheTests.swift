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
}
