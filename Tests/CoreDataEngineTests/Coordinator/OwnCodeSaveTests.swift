import Foundation
import Testing

@testable import CoreDataEngine

/// Saves that go to a store of the package and to one with code of a program's own, which cannot take anything back. D65.
@Suite struct OwnCodeSaveTests {
  typealias Combination = OwnCodeStores.Combination

  @Test(arguments: Combination.all) func bothHaveTheirPart(combination: Combination) throws {
    let stores = try OwnCodeStores(combination)
    let context = stores.context()
    _ = (context.make("Note", ["label": "a"]), context.make("Author", ["name": "Ann"]))
    try context.save()
    #expect(!context.hasChanges)
    #expect(stores.savesOfOwn == 1)
    #expect(try stores.contents() == [["a"], ["Ann"]])
  }

  /// The program's own code is asked last: what another store refuses never reaches it.
  @Test(arguments: Combination.all) func whatAnotherStoreRefusesIsNotHandedOver(combination: Combination) throws {
    let stores = try OwnCodeStores(combination)
    let other = stores.context()
    let first = other.make("Note", ["label": "a"])
    try other.save()
    let context = stores.context()
    let (note, author) = (context.make("Note", ["label": "a"]), context.make("Author", ["name": "Ann"]))
    let error = #expect(throws: NSError.self) { try context.save() }
    #expect(error?.code == NSManagedObjectConstraintMergeError)
    #expect(stores.savesOfOwn == 0)
    #expect(note.isInserted && author.isInserted && author.objectID.isTemporaryID)
    #expect(try stores.contents() == [["a"], []])
    other.delete(first)
    try other.save()
    try context.save()
    #expect(!context.hasChanges)
    #expect(try stores.contents() == [["a"], ["Ann"]])
  }

  /// The other stores commit after it: what it refuses is in none of them.
  @Test(arguments: Combination.all) func whatItRefusesIsInNoStore(combination: Combination) throws {
    let stores = try OwnCodeStores(combination)
    let context = stores.context()
    let (note, author) = (context.make("Note", ["label": "a"]), context.make("Author", ["name": "forbidden"]))
    (stores.own as? JSONStore)?.failure = CocoaError(.fileWriteNoPermission)
    let error = #expect(throws: CocoaError.self) { try context.save() }
    #expect(error?.code == .fileWriteNoPermission)
    #expect(stores.savesOfOwn == 1)
    #expect(note.isInserted && note.objectID.isTemporaryID && author.isInserted && author.objectID.isTemporaryID)
    #expect(try stores.contents() == [[], []])
    (stores.own as? JSONStore)?.failure = nil
    author.setValue("Ann", forKey: "name")
    try context.save()
    #expect(!context.hasChanges)
    #expect(try stores.contents() == [["a"], ["Ann"]])
  }

  /// A commit that fails afterwards cannot be hidden: the error names what is not in its store.
  @Test(arguments: Combination.all.filter { $0.kind == .sqlite }) func aCommitThatFailsAfterwardsIsToldOf(
    combination: Combination
  ) throws {
    let stores = try OwnCodeStores(combination)
    let repair = try stores.refuseCommitting()
    let context = stores.context()
    let (note, author) = (context.make("Note", ["label": "a"]), context.make("Author", ["name": "Ann"]))
    let error = try #require(#expect(throws: NSError.self) { try context.save() })
    #expect(error.code == NSPersistentStoreIncompleteSaveError)
    #expect(error.userInfo[NSUnderlyingErrorKey] is NSError)
    #expect(error.userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore] == [stores.plain])
    #expect(error.userInfo[NSAffectedObjectsErrorKey] as? [NSManagedObject] == [note])
    #expect(note.isInserted && note.objectID.isTemporaryID)
    #expect(!author.hasChanges && !author.objectID.isTemporaryID)
    #expect(try stores.contents() == [[], ["Ann"]])
    try repair()
    try context.save()
    #expect(!context.hasChanges)
    #expect(stores.savesOfOwn == 1)
    #expect(try stores.contents() == [["a"], ["Ann"]])
  }
}
