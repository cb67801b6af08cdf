import Testing

@testable import CoreDataFoundation

@Suite struct KeyValueCodingTests {
  private let first = TestObject(["n": 1, "tags": ["x", "y"]])
  private let second = TestObject(["tags": ["y"]])
  private var owner: TestObject { TestObject(["list": NSArray(array: [first, second]), "one": first]) }

  @Test func readsAndWritesPaths() {
    let owner = owner
    #expect(owner.value(forKeyPath: "one.n") as? Int == 1)
    #expect(owner.value(forKeyPath: "none.n.m") == nil)
    #expect(owner.value(forKeyPath: "list.@count") as? Int == 2)
    #expect((owner.value(forKeyPath: "list.@sum.n") as? NSNumber)?.intValue == 1)
    #expect(owner.value(forKeyPath: "list.@unionOfArrays.tags") as? [String] == ["x", "y", "y"])
    #expect(owner.value(forKeyPath: "list.@distinctUnionOfArrays.tags") as? [String] == ["x", "y"])
    #expect(owner.value(forKeyPath: "list.@distinctUnionOfObjects.n") as? [Int] == [1])
    owner.setValue(7, forKeyPath: "one.n")
    #expect(first.properties["n"] as? Int == 7)
    owner.setValue(8, forKeyPath: "list.n")
    #expect(second.properties["n"] as? Int == 8)
    owner.setValue(1, forKeyPath: "none.n")
    owner.setValuesForKeys(["a": 1, "one": NSNull()])
    #expect(owner.properties["a"] as? Int == 1 && owner.properties["one"] == nil)
    let values = owner.dictionaryWithValues(forKeys: ["a", "missing"])
    #expect(values["a"] as? Int == 1 && values["missing"] is NSNull)
  }

  @Test func readsCollections() {
    let array = NSArray(array: [first, second])
    #expect((array.value(forKey: "n") as? [Any])?.map { $0 as? Int } == [1, nil])
    #expect(array.value(forKeyPath: "@count") as? Int == 2)
    #expect((NSSet(array: [first, second]).value(forKey: "n") as? NSSet)?.count == 1)
    #expect((NSOrderedSet(array: [first]).value(forKey: "n") as? NSOrderedSet)?.firstObject as? Int == 1)
    #expect((NSSet(array: [first]).value(forKeyPath: "@max.n") as? NSNumber)?.intValue == 1)
    #expect(NSDictionary(dictionary: ["a": ["b": 2]]).value(forKeyPath: "a.b") as? Int == 2)
    array.setValue(3, forKey: "n")
    #expect(first.properties["n"] as? Int == 3 && second.properties["n"] as? Int == 3)
  }

  @Test func passesAPlaceForAValue() throws {
    func validate(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>) { value.pointee = NSNumber(value: 2) }
    var object: AnyObject?
    validate(&object)
    #expect((object as? NSNumber)?.intValue == 2)
    #expect(NSKeyValueSetMutationKind.union.rawValue == 1 && NSKeyValueSetMutationKind.set.rawValue == 4)
  }

  @Test func trapsForAnUnknownKey() async {
    await #expect(processExitsWith: .failure) { _ = NSArray(array: [Date()]).value(forKey: "nonsense") }
  }
}
