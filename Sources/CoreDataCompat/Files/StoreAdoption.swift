import Foundation

/// Takes over a store from a former place.
///
/// The store is copied through the coordinator into a folder beside its new place, checked, marked and renamed into place;
/// the former one is deleted once the new one has been opened. Cut short at any point, the next start finds the old store
/// whole, or the new one with its mark, and goes on from there.
struct StoreAdoption {
  /// The key of the mark in the new store's metadata.
  static let markKey = "CoreDataCompatAdoptedFrom"

  let type: NSPersistentStore.StoreType
  let target: URL
  let formerLocations: [URL]

  /// What there is to do after the store has been opened.
  struct Outcome {
    /// The former place of the store that was taken over, now or earlier, and whose files are still there.
    var adopted: URL?
    /// Stores at former places that are not this one.
    var untouched: [URL] = []
    /// Where an unfinished copy at the store's place went.
    var setAside: URL?
  }

  /// Takes over the one store at a former place when there is none at its own.
  func prepare() throws -> Outcome {
    var outcome = Outcome()
    let own = StoreFileSet(target)
    let found = formerLocations.map(StoreFileSet.init).filter { $0.exists && $0.url.path != own.url.path }
    let candidates = found.reduce(into: [StoreFileSet]()) { list, next in
      if !list.contains(where: { $0.url.path == next.url.path }) { list.append(next) }
    }
    guard !candidates.isEmpty else { return outcome }
    if own.exists, candidates.count == 1, own.isBareCopy(of: candidates[0]) {
      outcome.setAside = try setAside(own)
    }
    if own.exists {
      try? FileManager.default.removeItem(at: workFolder(of: own))
      let adopted = candidates.first { isMarked(own, asCopyOf: $0) }
      outcome.adopted = adopted?.url
      outcome.untouched = candidates.map(\.url).filter { $0 != adopted?.url }
      return outcome
    }
    guard candidates.count == 1 else { throw StackError.severalFormerStores(candidates.map(\.url)) }
    try adopt(candidates[0], as: own)
    outcome.adopted = candidates[0].url
    return outcome
  }

  /// Deletes what is left at the former place. The caller has opened the new store.
  func finish(_ former: URL) throws {
    try Self.coordinator.destroyPersistentStore(at: former, type: type)
  }

  private static var coordinator: NSPersistentStoreCoordinator {
    NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel())
  }

  private func setAside(_ files: StoreFileSet) throws -> URL {
    do {
      return try files.moveAside(label: "unfinished")
    } catch {
      throw StackError.quarantineFailed(files.url, underlying: error)
    }
  }

  private func adopt(_ former: StoreFileSet, as own: StoreFileSet) throws {
    do {
      let work = workFolder(of: own)
      let files = FileManager.default
      if files.fileExists(atPath: work.path) { try files.removeItem(at: work) }
      try files.createDirectory(at: work, withIntermediateDirectories: true)
      let copy = StoreFileSet(work.appendingPathComponent("store.sqlite", isDirectory: false))
      try Self.coordinator.replacePersistentStore(
        at: copy.url, withPersistentStoreFrom: former.url, type: type)
      try mark(copy, asCopyOf: former)
      if type == .sqlite, let finding = try Bridge.findings(inDatabaseAt: copy.url).first {
        throw CocoaError(.fileReadCorruptFile, userInfo: [NSLocalizedFailureReasonErrorKey: finding])
      }
      try copy.rename(to: own)
      try files.removeItem(at: work)
    } catch {
      throw StackError.adoptionFailed(from: former.url, to: own.url, underlying: error)
    }
  }

  /// Where the copy is made; what is left of an earlier attempt is of no use to anyone.
  private func workFolder(of own: StoreFileSet) -> URL {
    own.folder.appendingPathComponent(".\(own.url.lastPathComponent).adopting", isDirectory: true)
  }

  private func mark(_ copy: StoreFileSet, asCopyOf former: StoreFileSet) throws {
    var metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: type, at: copy.url)
    metadata[Self.markKey] = ["path": former.url.path, "state": former.fingerprint]
    try NSPersistentStoreCoordinator.setMetadata(metadata, type: type, at: copy.url)
  }

  /// Whether the store was taken over from `former`, and nothing has been saved there since.
  private func isMarked(_ own: StoreFileSet, asCopyOf former: StoreFileSet) -> Bool {
    guard
      let metadata = try? NSPersistentStoreCoordinator.metadataForPersistentStore(type: type, at: own.url),
      let mark = metadata[Self.markKey] as? [String: String]
    else { return false }
    return mark["path"] == former.url.path && mark["state"] == former.fingerprint
  }
}
