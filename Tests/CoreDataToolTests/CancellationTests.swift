import CoreDataEngine
import Foundation
import Testing

@testable import CoreDataTool

/// Work that is cancelled takes back what it has begun.
@Suite struct CancellationTests {
  private func cancelled(_ body: () throws -> Void) -> Int? {
    let progress = Progress(totalUnitCount: 1)
    progress.becomeCurrent(withPendingUnitCount: 1)
    defer { progress.resignCurrent() }
    progress.cancel()
    do {
      try body()
      return nil
    } catch {
      return (error as NSError).code
    }
  }

  @Test func nothingIsLeftBehind() throws {
    let place = try ToolPlace()
    defer { place.remove() }
    let store = try Library.makeStore(at: place.folder.appendingPathComponent("Library.sqlite"))
    let before = try FolderPicture(place.folder)
    let target = place.folder.appendingPathComponent("Target.sqlite")
    #expect(cancelled { try StoreTransport.copy(store, to: target) } == CocoaError.userCancelled.rawValue)
    #expect(try FolderPicture(place.folder) == before)
    let reader = try StoreReader(store)
    let document = Library.document()
    #expect(
      cancelled { _ = try StoreVerification.problems(of: InspectedStore(reader, document: document)) }
        == CocoaError.userCancelled.rawValue)
    #expect(
      cancelled { _ = try StoreRepair.repair(reader, document: document, to: target) }
        == CocoaError.userCancelled.rawValue)
    #expect(try FolderPicture(place.folder) == before)
  }
}
