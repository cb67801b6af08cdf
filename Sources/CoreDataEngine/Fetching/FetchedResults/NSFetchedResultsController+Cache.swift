extension NSFetchedResultsController {
  /// What the sections of freshly fetched results depend on; nil for results whose sections are not kept.
  func sectionCacheKey(of objects: [AnyObject]) -> SectionCache.Key? {
    let context = managedObjectContext
    guard let path = sectionNameKeyPath, !path.contains("."), fetchRequest.resultType == .managedObjectResultType,
      context.parent == nil, !context.hasChanges, let entity = fetchRequest.entity, let name = entity.name,
      let coordinator = context.persistentStoreCoordinator
    else { return nil }
    var digest = RowDigest()
    for case let object as NSManagedObject in objects {
      guard let row = object.row, row.hasValues else { return nil }
      digest.add(UInt64(object.storeIndex))
      digest.add(UInt64(bitPattern: row.key))
      digest.add(UInt64(UInt32(bitPattern: row.version)))
    }
    return SectionCache.Key(
      entity: name, versionHash: entity.versionHash, keyPath: path,
      stores: coordinator.persistentStores.compactMap(\.identifier), rows: digest.value, count: objects.count)
  }
}

/// A number that stands for a list of rows and their versions, the same in every launch.
private struct RowDigest {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ number: UInt64) {
    value = (value ^ number) &* 0x9e37_79b9_7f4a_7c15
    value ^= value >> 32
  }
}
