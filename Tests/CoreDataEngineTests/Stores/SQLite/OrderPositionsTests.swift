import Testing

@testable import CoreDataEngine

@Suite struct OrderPositionsTests {
  private func positions(_ members: [Int64], _ current: [Int64: Int64]) -> (changed: Int, order: [Int64]) {
    let changes = OrderPositions.changes(of: members, from: current)
    var all = current
    for (member, position) in changes { all[member] = position }
    return (changes.count, members.sorted { (all[$0] ?? 0, $0) < (all[$1] ?? 0, $1) })
  }

  @Test func newListsCountFrom2048() {
    let changes = OrderPositions.changes(of: [5, 3, 9], from: [:])
    #expect(changes.map(\.position) == [2_048, 3_072, 4_096])
    #expect(changes.map(\.member) == [5, 3, 9])
  }

  @Test func littleIsWrittenForLittleChanges() {
    let current: [Int64: Int64] = [1: 2_048, 2: 3_072, 3: 4_096, 4: 5_120]
    #expect(positions([1, 2, 3, 4], current) == (0, [1, 2, 3, 4]))
    #expect(positions([1, 2, 3, 4, 5], current) == (1, [1, 2, 3, 4, 5]))
    #expect(positions([4, 1, 2, 3], current) == (1, [4, 1, 2, 3]))
    #expect(positions([2, 3, 4, 1], current) == (1, [2, 3, 4, 1]))
    #expect(positions([1, 9, 2, 3, 4], current) == (1, [1, 9, 2, 3, 4]))
    #expect(positions([1, 3, 4], current) == (0, [1, 3, 4]))
  }

  @Test func randomOrdersAreKept() {
    var generator = SystemRandomNumberGenerator()
    var current: [Int64: Int64] = [:]
    var members = Array(Int64(1)...40)
    for _ in 0..<200 {
      let moved = members.remove(at: Int.random(in: 0..<members.count, using: &generator))
      members.insert(moved, at: Int.random(in: 0...members.count, using: &generator))
      for (member, position) in OrderPositions.changes(of: members, from: current) { current[member] = position }
      #expect(members.sorted { (current[$0] ?? 0) < (current[$1] ?? 0) } == members)
      #expect(Set(current.values).count == members.count)
    }
  }
}
