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

  /// `changed` are the objects of both moments that may have moved. `isPlacedAnew` says whether one has other values to
  /// be sorted by, nil when its places have to tell; `isUpdated` whether one that has not moved is to be told of at all.
  init(
    from old: FetchedContent, to new: FetchedContent, changed: [AnyObject], isPlacedAnew: (AnyObject) -> Bool?,
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
    var moved = Set<ObjectIdentifier>()
    var unsure = Set<ObjectIdentifier>()
    for object in changed {
      switch isPlacedAnew(object) {
      case true?: moved.insert(ObjectIdentifier(object))
      case false?: break
      case nil: unsure.insert(ObjectIdentifier(object))
      }
    }
    moved.formUnion(ContentChanges.movedObjects(among: unsure, besides: moved, from: old, to: new))
    var moves: [Change] = []
    var updates: [Change] = []
    for object in changed {
      guard let before = old.place(of: object), let after = new.place(of: object) else { continue }
      let name = new.name(at: after)
      let isMove =
        moved.contains(ObjectIdentifier(object)) || old.name(at: before) != name
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

  /// Those of some objects that stand between other neighbours than before. The rest, but for what is known to have moved,
  /// keeps its order: so a place is how many of the rest come first, and then the order among those that share that.
  private static func movedObjects(
    among unsure: Set<ObjectIdentifier>, besides moved: Set<ObjectIdentifier>, from old: FetchedContent,
    to new: FetchedContent
  ) -> Set<ObjectIdentifier> {
    if unsure.isEmpty { return [] }
    func gaps(_ content: FetchedContent, in other: FetchedContent) -> [(object: ObjectIdentifier, gap: Int)] {
      var gap = 0
      var places: [(object: ObjectIdentifier, gap: Int)] = []
      for object in content.objects where other.place(of: object) != nil {
        let object = ObjectIdentifier(object)
        if unsure.contains(object) {
          places.append((object, gap))
        } else if !moved.contains(object) {
          gap += 1
        }
      }
      return places
    }
    let before = Dictionary(uniqueKeysWithValues: gaps(old, in: new).enumerated().map { ($1.object, ($1.gap, $0)) })
    let after = gaps(new, in: old)
    // Places rise with the gaps, so one search does for all gaps.
    let staying = after.filter { before[$0.object]?.0 == $0.gap }
    let kept = IncreasingSubsequence.longest(in: staying.compactMap { before[$0.object]?.1 })
    return Set(after.map(\.object)).subtracting(kept.map { staying[$0].object })
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
