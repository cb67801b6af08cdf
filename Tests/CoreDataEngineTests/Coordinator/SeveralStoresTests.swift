import Foundation
import Testing

@testable import CoreDataEngine

/// Saves that go to two stores: both have their part, or neither.
@Suite struct SeveralStoresTests {
  private static let pairs = StoreKind.allCases.flatMap { one in StoreKind.allCases.map { [one, $0] } }
  private static let filePairs = StoreKind.lasting.flatMap { one in StoreKind.lasting.map { [one, $0] } }

  /// A new, a changed and a deleted object of each store, unsaved.
  private struct Changes {
    let context: NSManagedObjectContext
    private(set) var new: [NSManagedObject] = []
    private(set) var changed: [NSManagedObject] = []
    private(set) var gone: [NSManagedObject] = []

    init(_ stores: TwoStores) throws {
      context = stores.context()
      for entity in TwoStores.entities {
        changed.append(context.make(entity, ["label": "changed", "text": "before"]))
        gone.append(context.make(entity, ["label": "gone"]))
      }
      try context.save()
      for place in 0..<2 {
        new.append(context.make(TwoStores.entities[place], ["label": "new"]))
        changed[place].setValue("after", forKey: "text")
        context.delete(gone[place])
      }
    }

    static let before = [["changed before", "gone "], ["changed before", "gone "]]
    static let after = [["changed after", "new "], ["changed after", "new "]]
  }

  private func expectUnsaved(_ changes: Changes) {
    for place in 0..<2 {
      #expect(changes.new[place].isInserted && changes.new[place].objectID.isTemporaryID)
      #expect(changes.changed[place].isUpdated && changes.changed[place].hasPersistentChangedValues)
      #expect(changes.gone[place].isDeleted)
    }
  }

  /// Objects of one entity, assigned to two stores.
  @Test func idsAreObtainedFromTheStoreAnObjectIsAssignedTo() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: CasesModel.make())
    let stores = try (0..<2).map { _ in
      try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    }
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    let teams = (0..<6).map { context.make("Team", ["name": "\($0)"]) }
    for (place, team) in teams.enumerated() { context.assign(team, to: stores[place % 2]) }
    try context.obtainPermanentIDs(for: teams)
    for (place, team) in teams.enumerated() { #expect(team.objectID.persistentStore === stores[place % 2]) }
    try context.save()
    for (place, team) in teams.enumerated() { #expect(team.objectID.persistentStore === stores[place % 2]) }
  }

  @Test(arguments: pairs, [0, 1]) func aConflictInOneStoreTakesBackTheOther(kinds: [StoreKind], place: Int) throws {
    let stores = try TwoStores(kinds)
    let changes = try Changes(stores)
    let other = stores.context()
    let clash = other.make(TwoStores.entities[place], ["label": "new", "text": "first"])
    try other.save()
    let error = #expect(throws: NSError.self) { try changes.context.save() }
    #expect(error?.code == NSManagedObjectConstraintMergeError)
    expectUnsaved(changes)
    var expected = Changes.before
    expected[place].append("new first")
    #expect(try stores.contents() == expected)
    other.delete(clash)
    try other.save()
    try changes.context.save()
    #expect(!changes.context.hasChanges)
    #expect(try stores.reopened().contents() == Changes.after)
  }

  @Test(arguments: filePairs, [0, 1]) func aStoreThatCannotWriteTakesBackTheOther(kinds: [StoreKind], place: Int) throws
  {
    let stores = try TwoStores(kinds)
    let changes = try Changes(stores)
    let before = try stores.contents()
    let repair = try stores.refuseWriting(place)
    #expect(throws: NSError.self) { try changes.context.save() }
    expectUnsaved(changes)
    #expect(try stores.contents() == before)
    try repair()
    try changes.context.save()
    #expect(try stores.reopened().contents() == Changes.after)
    // Nothing is left of the attempt.
    let files = try FileManager.default.contentsOfDirectory(atPath: stores.folder.url.path)
    #expect(files.filter { $0.hasSuffix(".new") } == [])
  }

  @Test(arguments: filePairs, [0, 1]) func aCommitThatFailsAfterOthersIsToldOf(kinds: [StoreKind], place: Int) throws {
    guard kinds[place] == .sqlite else { return }
    let stores = try TwoStores(kinds)
    let changes = try Changes(stores)
    let log = NotificationLog(of: .NSManagedObjectContextDidSave, from: changes.context)
    let repair = try stores.refuseCommitting(place)
    let error = try #require(#expect(throws: NSError.self) { try changes.context.save() })
    // Databases commit last first; a file is in its place before.
    let other = 1 - place
    let isPartial = kinds[other] != .sqlite || place == 0
    if isPartial {
      #expect(error.code == NSPersistentStoreIncompleteSaveError)
      #expect(error.userInfo[NSUnderlyingErrorKey] is NSError)
      #expect(
        error.userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore]
          == [stores.coordinator.persistentStores[place]])
      #expect(
        Set(error.userInfo[NSAffectedObjectsErrorKey] as? [NSManagedObject] ?? [])
          == [changes.new[place], changes.changed[place], changes.gone[place]])
      #expect(!changes.new[other].hasChanges && !changes.new[other].objectID.isTemporaryID)
      #expect(!changes.changed[other].hasChanges)
      #expect(changes.gone[other].managedObjectContext == nil)
      #expect(changes.new[place].isInserted && changes.new[place].objectID.isTemporaryID)
      #expect(changes.changed[place].isUpdated && changes.gone[place].isDeleted)
      let told = log.userInfos.last?[NSInsertedObjectsKey] as? Set<NSManagedObject>
      #expect(told == [changes.new[other]])
      var expected = Changes.before
      expected[other] = Changes.after[other]
      #expect(try stores.contents() == expected)
    } else {
      expectUnsaved(changes)
      #expect(try stores.contents() == Changes.before)
    }
    try repair()
    try changes.context.save()
    #expect(!changes.context.hasChanges)
    #expect(try stores.reopened().contents() == Changes.after)
  }
}
