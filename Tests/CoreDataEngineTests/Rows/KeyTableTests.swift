import Testing

@testable import CoreDataEngine

@Suite struct KeyTableTests {
  private struct Number: KeyTableElement {
    let value: Int64

    static let none = Number(value: 0)
    var isNone: Bool { value == 0 }
  }

  /// Runs, scattered keys, negative keys and regular patterns, put in, replaced and taken out at random.
  @Test(arguments: [1, 3, 4, 1_024, -1, -7] as [Int64]) func behavesAsADictionary(stride: Int64) {
    let table = KeyTable<Number>()
    var expected: [Int64: Int64] = [:]
    var generator = SystemRandomNumberGenerator()
    for turn in 1...20_000 {
      let key = Int64.random(in: 1...2_000, using: &generator) * stride
      switch Int.random(in: 0..<5, using: &generator) {
      case 0, 1, 2:
        table.set(Number(value: Int64(turn)), for: key)
        expected[key] = Int64(turn)
      case 3:
        #expect(table.remove(key) == (expected.removeValue(forKey: key) != nil))
      default:
        #expect(table[key]?.value == expected[key])
        if table.remove(key, if: { $0.value % 2 == 0 }) {
          #expect(expected.removeValue(forKey: key).map { $0 % 2 } == 0)
        }
      }
    }
    #expect(contents(table) == expected)
    #expect(table.count == expected.count)
    table.removeAll { $0.value % 3 == 0 }
    #expect(contents(table) == expected.filter { $0.value % 3 != 0 })
    table.removeAll()
    #expect(table.count == 0 && contents(table).isEmpty && table[stride] == nil)
  }

  @Test func roomIsMadeAtOnce() {
    let table = KeyTable<Number>()
    table.reserve(1_000)
    for key in 1...1_000 as ClosedRange<Int64> {
      #expect(!table.isFull)
      table.set(Number(value: key), for: key)
    }
    for key in 1...1_000 as ClosedRange<Int64> { #expect(table.remove(key)) }
    #expect(table.count == 0)
  }

  private func contents(_ table: KeyTable<Number>) -> [Int64: Int64] {
    var contents: [Int64: Int64] = [:]
    table.forEach { contents[$0] = $1.value }
    return contents
  }
}
