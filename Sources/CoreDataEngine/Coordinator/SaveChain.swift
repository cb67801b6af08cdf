/// One save that goes to several stores: each writes, then the next has its turn, and when all have written they commit, the
/// last one first. A failure on the way takes everything back.
///
/// What remains is a commit that fails after others have succeeded; then `PartialSave` tells which parts are in the stores.
final class SaveChain {
  struct Part {
    let store: NSPersistentStore
    let rows: any ObjectStore
    let changes: ChangeSet
  }

  private let parts: [Part]
  private var written: [Part] = []

  init(_ parts: [Part]) {
    self.parts = parts.sorted {
      ($0.rows.saveManner.rawValue, $0.store.index) < ($1.rows.saveManner.rawValue, $1.store.index)
    }
  }

  func run() throws -> SaveOutcome {
    let outcome: SaveOutcome
    do {
      outcome = try save(from: 0)
    } catch {
      throw written.isEmpty ? error : PartialSave(written: written, of: parts, cause: error as NSError)
    }
    if case .saved = outcome { return outcome }
    guard written.isEmpty else {
      let cause = NSError.coreData(
        NSManagedObjectMergeError, reason: "The rows of another store are not the ones that were read.")
      throw PartialSave(written: written, of: parts, cause: cause)
    }
    return outcome
  }

  private func save(from index: Int) throws -> SaveOutcome {
    guard index < parts.count else { return .saved }
    let part = parts[index]
    let isLast = index + 1 == parts.count
    if part.rows.saveManner == .ownCode {
      let outcome = try part.rows.save(part.changes, before: nil)
      guard case .saved = outcome else { return outcome }
      written.append(part)
      return try save(from: index + 1)
    }
    let outcome = try part.rows.save(part.changes, before: isLast ? nil : { try self.save(from: index + 1) })
    if case .saved = outcome { written.append(part) }
    return outcome
  }
}

/// A save of which some stores have their part and others have not.
///
/// @unchecked Sendable: thrown and caught on the queue of the context.
struct PartialSave: Error, @unchecked Sendable {
  /// What is in the stores.
  let written: [ChangeSet]
  /// 134040, with the stores and the objects that were not saved.
  let error: NSError

  init(written: [SaveChain.Part], of parts: [SaveChain.Part], cause: NSError) {
    self.written = written.map(\.changes)
    let missing = parts.filter { part in !written.contains { $0.store === part.store } }
    func names(_ parts: [SaveChain.Part]) -> String {
      parts.map { $0.store.url?.path ?? $0.store.type }.joined(separator: ", ")
    }
    error = NSError.coreData(
      NSPersistentStoreIncompleteSaveError,
      reason:
        "The changes of some stores were saved (\(names(written))), those of others were not (\(names(missing))). The objects of the former have no changes any more; save again once the cause is removed.",
      underlying: cause,
      userInfo: [
        NSAffectedStoresErrorKey: missing.map(\.store),
        NSAffectedObjectsErrorKey: missing.flatMap {
          Array($0.changes.inserted + $0.changes.updated + $0.changes.deleted)
        },
      ])
  }
}
