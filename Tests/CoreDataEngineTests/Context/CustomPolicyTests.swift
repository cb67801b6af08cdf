import CoreDataEngine
import Testing

/// Merge policies of a program's own.
@Suite struct CustomPolicyTests {
  /// Fills what a duplicate leaves empty from the stored object, and leaves the rest to the policy it is made from.
  ///
  /// @unchecked Sendable: has nothing of its own.
  private final class FillingPolicy: NSMergePolicy, @unchecked Sendable {
    override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
      for conflict in list {
        for object in conflict.conflictingObjects where object.value(forKey: "note") == nil {
          object.setValue(conflict.databaseObject?.value(forKey: "note"), forKey: "note")
        }
      }
      try super.resolve(constraintConflicts: list)
    }
  }

  /// Adds up what both sides have added, and renames duplicates; calls nothing of the engine's.
  ///
  /// @unchecked Sendable: has nothing of its own.
  private final class AddingPolicy: NSMergePolicy, @unchecked Sendable {
    override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
      for conflict in list {
        let object = conflict.sourceObject
        let stored = (conflict.persistedSnapshot ?? conflict.cachedSnapshot)?["age"] as? Int ?? 0
        let before = conflict.objectSnapshot?["age"] as? Int ?? 0
        let now = object.number("age") ?? 0
        object.managedObjectContext?.refresh(object, mergeChanges: true)
        object.setValue(stored + now - before, forKey: "age")
      }
    }

    override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
      for conflict in list {
        for (index, object) in conflict.conflictingObjects.enumerated() {
          object.setValue("\(conflict.constraintValues["label"] ?? "") \(index + 2)", forKey: "label")
        }
      }
    }
  }

  /// Resolves nothing, or throws.
  ///
  /// @unchecked Sendable: `error` never changes.
  private final class LazyPolicy: NSMergePolicy, @unchecked Sendable {
    struct Refusal: Error {}
    private let throwsError: Bool

    init(throwsError: Bool) {
      self.throwsError = throwsError
      super.init(merge: .errorMergePolicyType)
    }

    override func resolve(mergeConflicts list: [Any]) throws { if throwsError { throw Refusal() } }
  }

  /// Hands the engine's policy conflicts of its own making.
  ///
  /// @unchecked Sendable: has nothing of its own.
  private final class RemakingPolicy: NSMergePolicy, @unchecked Sendable {
    override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
      try super.resolve(
        optimisticLockingConflicts: list.map {
          NSMergeConflict(
            source: $0.sourceObject, newVersion: $0.newVersionNumber, oldVersion: $0.oldVersionNumber,
            cachedSnapshot: $0.cachedSnapshot, persistedSnapshot: $0.persistedSnapshot)
        })
    }
  }

  private static func store(_ kind: StoreKind) throws -> TestStore {
    try TestStore(
      kind, model: CasesModel.make { $0.extraTagProperties = [CasesModel.attribute("note", .stringAttributeType)] })
  }

  /// A context with an unsaved change of an object that another has saved since, and how to read it anew.
  private static func conflicting(
    _ store: TestStore, _ policy: NSMergePolicy
  ) throws -> (context: NSManagedObjectContext, object: NSManagedObject) {
    let (first, context) = (store.context(), store.context())
    context.mergePolicy = policy
    let theirs = first.make("Person", ["name": "Ada", "age": 1])
    try first.save()
    let object = try #require(try context.all("Person").first)
    object.setValue(3, forKey: "age")
    object.setValue("mine", forKey: "nick")
    theirs.setValue(2, forKey: "age")
    try first.save()
    return (context, object)
  }

  @Test(arguments: StoreKind.allCases) func aPolicyPreparesTheResolution(kind: StoreKind) throws {
    let store = try CustomPolicyTests.store(kind)
    let context = store.context()
    let red = context.make("Tag", ["label": "red", "note": "kept"])
    let blue = context.make("Tag", ["label": "blue", "note": "old"])
    try context.save()
    context.mergePolicy = FillingPolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
    _ = context.make("Tag", ["label": "red"])
    _ = context.make("Tag", ["label": "blue", "note": "new"])
    try context.save()
    #expect(red.text("note") == "kept" && blue.text("note") == "new")
    let checker = try store.reopened().context()
    let stored = try checker.all("Tag", sortedBy: "label")
    #expect(stored.map { $0.text("note") } == ["new", "kept"])
  }

  @Test(arguments: StoreKind.allCases) func aPolicyResolvesByItself(kind: StoreKind) throws {
    let store = try CustomPolicyTests.store(kind)
    let (context, object) = try CustomPolicyTests.conflicting(store, AddingPolicy(merge: .errorMergePolicyType))
    try context.save()
    #expect(object.number("age") == 4 && object.text("nick") == "mine")
    _ = context.make("Tag", ["label": "red"])
    try context.save()
    _ = context.make("Tag", ["label": "red"])
    try context.save()
    let reader = try store.reopened().context()
    #expect(try reader.all("Person").map { $0.number("age") } == [4])
    #expect(try reader.all("Tag", sortedBy: "label").map { $0.text("label") } == ["red", "red 2"])
  }

  @Test(arguments: StoreKind.allCases) func aPolicyThatResolvesNothingFails(kind: StoreKind) throws {
    let store = try CustomPolicyTests.store(kind)
    let (context, object) = try CustomPolicyTests.conflicting(store, LazyPolicy(throwsError: false))
    let error = #expect(throws: CocoaError.self) { try context.save() }
    #expect(error?.code == .managedObjectMerge)
    context.mergePolicy = LazyPolicy(throwsError: true)
    #expect(throws: LazyPolicy.Refusal.self) { try context.save() }
    #expect(object.isUpdated && object.number("age") == 3)
    #expect(try store.context().all("Person").map { $0.number("age") } == [2])
    context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    try context.save()
    #expect(try store.context().all("Person").map { $0.number("age") } == [3])
    for _ in 0..<2 { _ = context.make("Tag", ["label": "red"]) }
    context.mergePolicy = LazyPolicy(throwsError: false)
    let second = #expect(throws: CocoaError.self) { try context.save() }
    #expect(second?.code == .managedObjectConstraintMerge)
    #expect(context.insertedObjects.count == 2)
    #expect(try store.context().all("Tag").isEmpty)
  }

  @Test(arguments: StoreKind.allCases) func aPolicyMakesItsOwnConflicts(kind: StoreKind) throws {
    let store = try CustomPolicyTests.store(kind)
    let (context, object) = try CustomPolicyTests.conflicting(
      store, RemakingPolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType))
    try context.save()
    #expect(object.number("age") == 2 && object.text("nick") == "mine")
    #expect(try store.context().all("Person").map { $0.number("age") } == [2])
  }

  @Test(arguments: StoreKind.allCases) func anObjectIsToldOfTheResolution(kind: StoreKind) throws {
    let store = try TestStore(kind, model: LifecycleTests.model())
    for (policy, flags) in [
      (NSMergePolicy.mergeByPropertyStoreTrump, 1), (.mergeByPropertyObjectTrump, 1), (.rollback, 1), (.error, 0),
    ] {
      let (context, object) = try CustomPolicyTests.conflicting(store, policy)
      let person = try #require(object as? WatchedPerson)
      person.calls = []
      do { try context.save() } catch { #expect(policy.mergeType == .errorMergePolicyType) }
      #expect(person.calls.filter { $0 == "snapshot 64" }.count == flags, "\(policy.mergeType) \(person.calls)")
      _ = try context.execute(NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Person")))
    }
  }
}
