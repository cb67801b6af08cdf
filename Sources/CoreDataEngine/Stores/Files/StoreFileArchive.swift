/// Writes a store to its file.
///
/// @unchecked Sendable: `place` is a lock around what changes.
final class StoreFileArchive: StoreArchive, @unchecked Sendable {
  private let format: any StoreFileFormat
  private let model: CompiledModel
  private let keys: MemoryKeys
  /// Where the file lies, and which file was read or written last; none when the next save may replace any.
  private let place: Lock<(url: URL, stamp: StoreFile.Stamp?, replacesAny: Bool)>

  init(format: any StoreFileFormat, model: CompiledModel, keys: MemoryKeys, url: URL, stamp: StoreFile.Stamp?) {
    self.format = format
    self.model = model
    self.keys = keys
    place = Lock((url, stamp, false))
  }

  /// Lets the next save go elsewhere.
  func move(to url: URL) { place.withLock { $0 = (url, nil, true) } }

  var takesBatches: Bool { true }

  func keys(for objects: [NSManagedObject], in layout: EntityLayout) throws -> [Int64]? { nil }

  var takesBack: Bool { true }

  func write(_ tables: MemoryTables, changes: ChangeSet, before rest: SaveRest?) throws -> SaveOutcome {
    try write(tables, before: rest)
  }

  /// Throws 134050 when the file is not the one that was read: what another has written would be lost.
  @discardableResult func write(_ tables: MemoryTables, before rest: SaveRest? = nil) throws -> SaveOutcome {
    try place.withLock { place in
      let file = StoreFile(url: place.url)
      guard place.replacesAny || file.stamp == place.stamp else {
        throw NSError.storeFile(
          NSPersistentStoreSaveConflictsError, url: place.url,
          reason: "The file of the store was changed, replaced or removed since it was read: \(place.url.path).",
          advice: "Nothing was written. Add the store again to see what has changed, then repeat the changes.")
      }
      let new = try file.prepare(format.data(of: tables, model: model, keys: keys))
      var outcome = SaveOutcome.saved
      do {
        outcome = try rest?() ?? .saved
      } catch {
        new.discard()
        throw error
      }
      guard case .saved = outcome else {
        new.discard()
        return outcome
      }
      try new.commit()
      place.stamp = file.stamp
      place.replacesAny = false
      return .saved
    }
  }
}
