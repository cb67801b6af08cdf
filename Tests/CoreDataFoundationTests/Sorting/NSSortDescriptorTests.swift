import Testing

@testable import CoreDataFoundation

@Suite struct NSSortDescriptorTests {
  /// A class whose accessors go by key, as those of managed objects do.
  private final class Person: NSObject, KeyValueCoding, KeyPathRecordable {
    private var properties: [String: Any] = [:]
    private var recorder: KeyPathRecorder?

    init(_ name: String?, _ age: Int?) {
      properties["name"] = name
      properties["age"] = age
    }

    private init(recorder: KeyPathRecorder) { self.recorder = recorder }

    static func makeRecordingInstance(_ recorder: KeyPathRecorder) -> Person { Person(recorder: recorder) }

    var name: String? { value(forKey: "name") as? String }
    var age: Int { value(forKey: "age") as? Int ?? 0 }
    var friend: Person {
      recorder?.record("friend")
      return self
    }

    func value(forKey key: String) -> Any? {
      recorder?.record(key)
      return properties[key]
    }

    func setValue(_ value: Any?, forKey key: String) { properties[key] = value }
  }

  private func names(_ descriptors: NSSortDescriptor...) -> [String] {
    let people = [Person("b", 1), Person(nil, 3), Person("ä", 2), Person("B", nil), Person("a", 1)]
    return NSArray(array: people).sortedArray(using: descriptors).map { ($0 as? Person)?.name ?? "-" }
  }

  @Test func sortsByKey() {
    #expect(names(NSSortDescriptor(key: "name", ascending: true)) == ["-", "B", "a", "b", "ä"])
    #expect(names(NSSortDescriptor(key: "name", ascending: false)) == ["ä", "b", "a", "B", "-"])
    let byAge = NSSortDescriptor(key: "age", ascending: true)
    #expect(names(byAge, NSSortDescriptor(key: "name", ascending: true)) == ["B", "a", "b", "ä", "-"])
    #expect(byAge.key == "age" && byAge.ascending && byAge.selector == "compare:")
    #expect((byAge.reversedSortDescriptor as? NSSortDescriptor)?.ascending == false)
    #expect(
      byAge.isEqual(NSSortDescriptor(key: "age", ascending: true)) && !byAge.isEqual(byAge.reversedSortDescriptor))
    #expect(
      NSArray(array: [3, 1, 2]).sortedArray(using: [NSSortDescriptor(key: nil, ascending: true)]) as? [Int] == [
        1, 2, 3,
      ])
    #expect(
      NSSet(array: [3, 1]).sortedArray(using: [NSSortDescriptor(key: "self", ascending: false)]) as? [Int] == [3, 1])
  }

  @Test func sortsByComparator() {
    let byLength = NSSortDescriptor(key: "SELF", ascending: true) { left, right in
      AnyValue.compare("\(left)".count, "\(right)".count) ?? .orderedSame
    }
    let sorted = NSArray(array: ["ccc", "a", "bb"]).sortedArray(using: [byLength])
    #expect(sorted as? [String] == ["a", "bb", "ccc"])
    #expect(byLength.selector == nil)
    #expect(byLength.comparator("aa", "b") == .orderedDescending)
    #expect((byLength.reversedSortDescriptor as? NSSortDescriptor)?.compare("aa", to: "b") == .orderedAscending)
  }

  @Test(arguments: [
    ("caseInsensitiveCompare:", ["-", "a", "ä", "B", "b"]), ("localizedCompare:", ["-", "a", "ä", "b", "B"]),
    ("localizedCaseInsensitiveCompare:", ["-", "a", "ä", "B", "b"]),
    ("localizedStandardCompare:", ["-", "a", "ä", "b", "B"]), ("compare:", ["-", "B", "a", "b", "ä"]),
  ])
  func sortsBySelector(name: String, expected: [String]) {
    let selector = NSSelectorFromString(name)
    let descriptor = NSSortDescriptor(key: "name", ascending: true, selector: selector)
    #expect(descriptor.selector == selector && NSStringFromSelector(selector) == name)
    let found = names(descriptor, NSSortDescriptor(key: "name", ascending: true))
    // Languages differ in which case comes first, not in what is the same letter.
    #expect(found.map { $0.lowercased() } == expected.map { $0.lowercased() })
    #expect(descriptor.isEqual(NSSortDescriptor(key: "name", ascending: true, selector: selector)))
    #expect(descriptor.isEqual(NSSortDescriptor(key: "name", ascending: true)) == (name == "compare:"))
    let reversed = descriptor.reversedSortDescriptor as? NSSortDescriptor
    #expect(reversed?.selector == selector)
  }

  @Test func namesKeyPaths() {
    #expect(keyName(of: \Person.name) == "name")
    #expect(keyName(of: \Person.friend.age) == "friend.age")
    #expect(keyName(of: \String.count) == nil)
    #expect(NSSortDescriptor(keyPath: \Person.name, ascending: true).key == "name")
    #expect(NSSortDescriptor(keyPath: \Person.age, ascending: true).key == "age")
    #expect(NSSortDescriptor(keyPath: \Person.age, ascending: true).selector == "compare:")
    #expect(names(NSSortDescriptor(keyPath: \Person.name, ascending: true)) == ["-", "B", "a", "b", "ä"])
    #expect(names(NSSortDescriptor(keyPath: \Person.age, ascending: false)).first == "-")
  }

  @Test func takesSwiftDescriptors() {
    let lexical = NSSortDescriptor(SortDescriptor(\Person.name, comparator: .lexical, order: .reverse))
    #expect(lexical.key == "name" && !lexical.ascending && lexical.selector == "compare:")
    #expect(names(lexical).last == "-")
    #expect(names(NSSortDescriptor(SortDescriptor(\Person.age))).last == "-")
  }
}
