/// Fetching, and following the context.
extension NSFetchedResultsController {
  func fetch() throws {
    let objects = try fetched()
    let key = cacheName == nil ? nil : sectionCacheKey(of: objects)
    let cached = key.flatMap { key in cacheName.flatMap { SectionCache(name: $0).names(for: key) } }
    let new =
      try cached.map { try FetchedContent(objects, names: $0, title: title(ofSection:)) } ?? content(of: objects)
    if let cacheName, let key, cached == nil { SectionCache(name: cacheName).keep(new.names, for: key) }
    content = new
    filter =
      fetchRequest.resultType == .managedObjectResultType
      ? try FetchedObjectFilter(fetchRequest, sectionKeyPath: sectionNameKeyPath, in: managedObjectContext) : nil
  }

  private func fetched() throws -> [AnyObject] {
    // Results are references whatever their type, so the arrays are alike in memory.
    unsafeBitCast(try managedObjectContext.fetch(fetchRequest), to: [AnyObject].self)
  }

  private func content(of objects: [AnyObject], knownName: (AnyObject) -> String? = { _ in nil }) throws
    -> FetchedContent
  {
    let names = sectionNameKeyPath.map { path in
      let keys = path.split(separator: ".").map(String.init)
      return objects.map { knownName($0) ?? sectionName(of: $0, keys) }
    }
    return try FetchedContent(objects, names: names, title: title(ofSection:))
  }

  private func sectionName(of object: AnyObject, _ keys: [String]) -> String {
    let owner = (object as? NSManagedObjectID).map { managedObjectContext.object(with: $0) } ?? object
    switch KeyPathReader.trappingValue(at: keys.joined(separator: "."), of: owner) {
    case nil, is NSNull: return ""
    case let text as String: return text
    case let number as NSNumber: return number.stringValue
    case .some(let value): return "\(value)"
    }
  }

  private func title(ofSection name: String) -> String? {
    delegate.map { $0.controller(untyped, sectionIndexTitleForSectionName: name) }
      ?? sectionIndexTitle(forSectionName: name)
  }

  /// The controller as its delegate sees it.
  ///
  /// The results are references whatever their type, and the class is alike in memory for all of them.
  private var untyped: NSFetchedResultsController<NSFetchRequestResult> {
    unsafeBitCast(self, to: NSFetchedResultsController<NSFetchRequestResult>.self)
  }

  // MARK: Following

  func contextDidChange(_ info: [AnyHashable: Any]) {
    guard let delegate, let filter, let old = content else { return }
    func objects(_ key: String) -> Set<NSManagedObject> { info[key] as? Set<NSManagedObject> ?? [] }
    do {
      let refreshed = objects(NSRefreshedObjectsKey)
      let changed = objects(NSInsertedObjectsKey).union(objects(NSUpdatedObjectsKey)).union(refreshed)
        .filter { filter.isOfEntity($0) && !$0.isDeleted }
      let refetches =
        info[NSInvalidatedAllObjectsKey] != nil || fetchRequest.fetchLimit > 0 || fetchRequest.fetchOffset > 0
      let removed = objects(NSDeletedObjectsKey)
      if !refetches, changed.isEmpty, !removed.contains(where: { old.place(of: $0) != nil }) { return }
      let list = refetches ? try fetched() : try merged(old, changed: changed, removed: removed, filter)
      let renamed = Set(changed.map(ObjectIdentifier.init))
      let new = try content(of: list) { object in
        guard !renamed.contains(ObjectIdentifier(object)), let place = old.place(of: object) else { return nil }
        return old.name(at: place)
      }
      let changes = ContentChanges(
        from: old, to: new, changed: Array(changed),
        isPlacedAnew: { object in
          // What a refresh has changed is known by its outcome only.
          guard let object = object as? NSManagedObject, !refreshed.contains(object) else { return nil }
          return filter.isPlacedAnew(object)
        },
        // A new object that changes before it is saved is still just new.
        isUpdated: { ($0 as? NSManagedObject)?.isInserted == false })
      if changes.isEmpty {
        content = new
      } else {
        tell(changes, delegate)
      }
    } catch {
      // There is nobody to throw to; the results stay as they were, and the next `performFetch` throws.
      let text = "CoreData: error: (NSFetchedResultsController) \(error)\n"
      FileHandle.standardError.write(Data(text.utf8))
    }
  }

  /// The results without what has gone, and with what has come or moved in its place.
  private func merged(
    _ old: FetchedContent, changed: Set<NSManagedObject>, removed: Set<NSManagedObject>, _ filter: FetchedObjectFilter
  ) throws -> [AnyObject] {
    let out = Set(changed.map(ObjectIdentifier.init)).union(removed.map(ObjectIdentifier.init))
    var staying: [NSManagedObject] = []
    staying.reserveCapacity(old.objects.count)
    for object in old.objects where !out.contains(ObjectIdentifier(object)) {
      // Only objects are followed.
      staying.append(unsafeDowncast(object, to: NSManagedObject.self))
    }
    // Equal ones keep the order they had; new ones come after them, in the order of their insertion.
    let coming = try changed.filter(filter.contains).map { (object: $0, place: old.place(of: $0) ?? Int.max) }
    let order = fetchRequest.sortDescriptors ?? []
    func precedes(_ a: (object: NSManagedObject, place: Int), _ b: (object: NSManagedObject, place: Int)) -> Bool {
      switch ObjectSorting.compare(a.object, b.object, order) {
      case .orderedAscending: true
      case .orderedDescending: false
      case .orderedSame: a.place == b.place ? abs(a.object.key) < abs(b.object.key) : a.place < b.place
      }
    }
    var list: [NSManagedObject] = []
    list.reserveCapacity(staying.count + coming.count)
    var next = 0
    for item in coming.sorted(by: precedes) {
      var low = next
      var high = staying.count
      while low < high {
        let middle = (low + high) / 2
        let other = staying[middle]
        if precedes(item, (other, old.place(of: other) ?? 0)) { high = middle } else { low = middle + 1 }
      }
      list.append(contentsOf: staying[next..<low])
      list.append(item.object)
      next = low
    }
    list.append(contentsOf: staying[next...])
    return list
  }

  private func tell(_ changes: ContentChanges, _ delegate: any NSFetchedResultsControllerDelegate) {
    let controller = untyped
    delegate.controllerWillChangeContent(controller)
    content = changes.new
    if sectionNameKeyPath == nil {
      delegateWantsObjects = false
      delegate.controller(controller, didChangeContentWith: changes.difference)
      guard delegateWantsObjects else { return }
    }
    for index in changes.deletedSections {
      delegate.controller(
        controller, didChange: changes.old.sections[index].emptied, atSectionIndex: index, for: .delete)
    }
    for index in changes.insertedSections {
      delegate.controller(controller, didChange: changes.new.sections[index], atSectionIndex: index, for: .insert)
    }
    for change in changes.changes {
      delegate.controller(
        controller, didChange: change.object, at: change.before.map { changes.old.indexPath(at: $0) },
        for: change.type, newIndexPath: change.after.map { changes.new.indexPath(at: $0) })
    }
    delegate.controllerDidChangeContent(controller)
  }
}
