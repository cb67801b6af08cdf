/// What has changed between two moments of fetched results.
struct ContentChanges {
  struct Change {
    let object: AnyObject
    let type: NSFetchedResultsChangeType
    let before: Int?
    let after: Int?
  }

  let old: FetchedContent
  let new: FetchedContent
  let deletedSections: [Int]
  let insertedSections: [Int]
  /// Deletions, insertions, moves, updates.
  let changes: [Change]

  /// `changed` are the objects of both moments that may have moved; `isPlacedAnew` says that one has other values to be
  /// sorted by, `isUpdated` whether one that has not moved is to be told of at all.
  init(
    from old: FetchedContent, to new: FetchedContent, changed: [AnyObject], isPlacedAnew: (AnyObject) -> Bool,
    isUpdated: (AnyObject) -> Bool
  ) {
    self.old = old
    self.new = new
    (deletedSections, insertedSections) = ContentChanges.sectionChanges(from: old, to: new)
    let keptSections = Set(old.sections.map(\.name)).subtracting(deletedSections.map { old.sections[$0].name })
    var changes: [Change] = []
    for (index, object) in old.objects.enumerated() where new.place(of: object) == nil {
      changes.append(Change(object: object, type: .delete, before: index, after: nil))
    }
    for (index, object) in new.objects.enumerated() where old.place(of: object) == nil {
      changes.append(Change(object: object, type: .insert, before: nil, after: index))
    }
    let moved = ContentChanges.movedObjects(changed, from: old, to: new)
    var moves: [Change] = []
    var updates: [Change] = []
    for object in changed {
      guard let before = old.place(of: object), let after = new.place(of: object) else { continue }
      let name = new.name(at: after)
      let isMove =
        moved.contains(ObjectIdentifier(object)) || isPlacedAnew(object) || old.name(at: before) != name
        || !keptSections.contains(name)
      if isMove {
        moves.append(Change(object: object, type: .move, before: before, after: after))
      } else if isUpdated(object) {
        updates.append(Change(object: object, type: .update, before: before, after: after))
      }
    }
    self.changes =
      changes + moves.sorted { ($0.before ?? 0) < ($1.before ?? 0) }
      + updates.sorted { ($0.before ?? 0) < ($1.before ?? 0) }
  }

  var isEmpty: Bool { changes.isEmpty && deletedSections.isEmpty && insertedSections.isEmpty }

  /// The old sections that are gone and the new ones. A section that has changed places with others is both.
  private static func sectionChanges(from old: FetchedContent, to new: FetchedContent) -> ([Int], [Int]) {
    let oldPlaces = Dictionary(uniqueKeysWithValues: old.sections.enumerated().map { ($1.name, $0) })
    let common = new.sections.enumerated().compactMap { index, section in
      oldPlaces[section.name].map { (old: $0, new: index) }
    }
    let kept = IncreasingSubsequence.longest(in: common.map(\.old)).map { common[$0] }
    let keptOld = Set(kept.map(\.old))
    let keptNew = Set(kept.map(\.new))
    return (
      old.sections.indices.filter { !keptOld.contains($0) }, new.sections.indices.filter { !keptNew.contains($0) }
    )
  }

  /// The changed objects that stand between other neighbours than before. Those that have not changed keep their order,
  /// so a place is how many of them come first, and the order among the changed ones that have the same of these.
  private static func movedObjects(
    _ changed: [AnyObject], from old: FetchedContent, to new: FetchedContent
  ) -> Set<ObjectIdentifier> {
    let candidates = Set(changed.map(ObjectIdentifier.init))
    func ranks(_ content: FetchedContent, in other: FetchedContent) -> [ObjectIdentifier: (rank: Int, order: Int)] {
      var ranks: [ObjectIdentifier: (rank: Int, order: Int)] = [:]
      var rank = 0
      var order: [Int: Int] = [:]
      for object in content.objects where other.place(of: object) != nil {
        guard candidates.contains(ObjectIdentifier(object)) else {
          rank += 1
          continue
        }
        ranks[ObjectIdentifier(object)] = (rank, order[rank, default: 0])
        order[rank, default: 0] += 1
      }
      return ranks
    }
    let before = ranks(old, in: new)
    let after = ranks(new, in: old)
    return candidates.filter { object in
      guard let before = before[object], let after = after[object] else { return false }
      return before != after
    }
  }

  /// The same, for a list of the objects' IDs.
  var difference: CollectionDifference<NSManagedObjectID> {
    var steps: [CollectionDifference<NSManagedObjectID>.Change] = []
    for change in changes {
      // Only objects are followed.
      let element = unsafeDowncast(change.object, to: NSManagedObject.self).objectID
      switch change.type {
      case .insert: steps.append(.insert(offset: change.after ?? 0, element: element, associatedWith: nil))
      case .delete: steps.append(.remove(offset: change.before ?? 0, element: element, associatedWith: nil))
      case .move:
        guard let before = change.before, let after = change.after else { continue }
        steps.append(.remove(offset: before, element: element, associatedWith: after))
        steps.append(.insert(offset: after, element: element, associatedWith: before))
      case .update: continue
      }
    }
    guard let difference = CollectionDifference(steps) else {
      fatalError("Fetched results changed in a way that contradicts itself: \(steps)")
    }
    return difference
  }
}
