import Foundation
import Testing

@testable import CoreDataEngine

/// Stores in memory: what a save costs, and that a failed one leaves nothing behind.
@Suite struct MemoryStoreTests {
  /// A list against an array, through random additions, removals and their undoing.
  @Test(arguments: 0..<20) func listsBehaveAsArrays(_ seed: Int) {
    var random = SystemRandomNumberGenerator()
    var list = MemberList()
    var expected: [Int64] = []
    var undo: [(inout MemberList) -> Void] = []
    var before = expected
    for _ in 0..<400 {
      let key = Int64.random(in: 1...40, using: &random)
      let member = ObjectKey(entityIndex: 0, key: key)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        let isNew = list.add(member)
        #expect(isNew == !expected.contains(key))
        if isNew {
          expected.append(key)
          undo.append { $0.removeLast() }
        }
      case 5..<9:
        let removed = list.remove(key)
        #expect((removed != nil) == expected.contains(key))
        expected.removeAll { $0 == key }
        if let removed { undo.append { $0.restore(removed.member, at: removed.place) } }
      default:
        if Bool.random(using: &random) {
          for step in undo.reversed() { step(&list) }
          expected = before
        }
        list.compactIfSparse()
        undo = []
        before = expected
      }
      #expect(list.members.map(\.key) == expected)
      #expect(list.count == expected.count)
    }
  }

  @Test func aFailedSaveIsTakenBack() throws {
    let store = try TestStore(.memory)
    let context = store.context()
    let team = context.make("Team", ["name": "a"])
    let tags = (0..<12).map { context.make("Tag", ["label": "\($0)"]) }
    let people = (0..<12).map { context.make("Person", ["name": "\($0)"]) }
    for person in people {
      person.setValue(team, forKey: "team")
      person.setValue(Set(tags), forKey: "tags")
    }
    try context.save()
    let before = try GraphPortrait.of(store.context(), store.model)
    let other = store.context()
    let mine = try other.all("Person", sortedBy: "name")
    for person in mine.prefix(5) { other.delete(person) }
    for person in mine.dropFirst(5) {
      person.setValue(nil, forKey: "team")
      person.setValue(Set<NSManagedObject>(), forKey: "tags")
    }
    _ = other.make("Tag", ["label": "3"])
    _ = other.make("Person", ["name": "new"])
    let error = #expect(throws: CocoaError.self) { try other.save() }
    #expect(error?.errorCode == NSManagedObjectConstraintMergeError)
    #expect(try GraphPortrait.of(store.context(), store.model) == before)
    // The values are free again where they were, and taken where they were.
    other.rollback()
    let last = store.context()
    last.delete(try #require(try last.all("Tag", "label == '3'").first))
    try last.save()
    _ = last.make("Tag", ["label": "3"])
    try last.save()
    _ = last.make("Tag", ["label": "4"])
    #expect(throws: CocoaError.self) { try last.save() }
  }

  /// The time that this thread has had of the processor: other tests run beside it.
  private func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The time of 200 saves of one object, in seconds of the processor.
  private func cost(_ store: TestStore) throws -> Double {
    let context = store.context()
    let start = threadSeconds()
    for index in 0..<200 {
      _ = context.make("Tag", ["label": "new \(index)"])
      try context.save()
    }
    return threadSeconds() - start
  }

  private func filled(_ count: Int) throws -> TestStore {
    let store = try TestStore(.memory)
    let context = store.context()
    for index in 0..<count { _ = context.make("Tag", ["label": "old \(index)"]) }
    try context.save()
    return store
  }

  /// Sixty times as many rows must not make a save several times as dear. Copying the tables, or looking for equal values
  /// row by row, would.
  @Test func aSaveCostsWhatItChanges() throws {
    let small = try filled(500)
    let large = try filled(30_000)
    _ = try cost(filled(100))
    let (few, many) = (try cost(small), try cost(large))
    #expect(many < few * 4 + 0.02, "\(few) s and \(many) s")
  }

  @Test func manyChildrenOfOneParent() throws {
    let store = try TestStore(.memory)
    let context = store.context()
    let team = context.make("Team", ["name": "a"])
    let people = (0..<10_000).map { context.make("Person", ["name": "\($0)"]) }
    for person in people { person.setValue(team, forKey: "team") }
    try context.save()
    let other = store.context()
    #expect(try other.all("Team").first?.objects("members").count == 10_000)
    let start = threadSeconds()
    for person in try other.all("Person") where (person.text("name") ?? "").hasSuffix("1") { other.delete(person) }
    try other.save()
    #expect(threadSeconds() - start < 5)
    let fresh = store.context()
    #expect(try fresh.all("Team").first?.objects("members").count == 9_000)
  }

  @Test func namedObjectsAreLookedUp() throws {
    let store = try filled(50)
    let context = store.context()
    let tags = try context.all("Tag", sortedBy: "label")
    #expect(try context.all("Tag", "SELF == %@", tags[3]) == [tags[3]])
    #expect(try context.all("Tag", "SELF IN %@", [tags[3], tags[7].objectID]).count == 2)
    #expect(try context.all("Tag", "SELF IN %@ AND label == 'old 1'", tags).count == 1)
    #expect(try context.all("Tag", "SELF IN %@", [Any]()).isEmpty)
    #expect(try context.all("Tag", "NOT (SELF IN %@)", [tags[0]]).count == 49)
    #expect(try context.all("Tag", "SELF == %@ OR label == 'old 1'", tags[49]).count == 2)
    let layout = try #require(store.coordinator.compiledModel.layout(named: "Tag"))
    let tree = NSPredicate(format: "label == 'x' AND SELF IN %@", argumentArray: [[tags[1]]]).tree
    #expect(tree.namedKeys(in: layout) == [tags[1].key])
    #expect(NSPredicate(format: "label == 'x'").tree.namedKeys(in: layout) == nil)
  }
}
