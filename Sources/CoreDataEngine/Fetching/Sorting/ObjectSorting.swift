/// Orders objects in memory as the stores order rows.
enum ObjectSorting {
  static func sorted(
    _ objects: some Sequence<NSManagedObject>, by descriptors: [NSSortDescriptor]
  ) -> [NSManagedObject] {
    objects.sorted { compare($0, $1, descriptors) == .orderedAscending }
  }

  /// Merges two ordered lists; equal ones of the first come first.
  static func merged(
    _ first: [NSManagedObject], _ second: [NSManagedObject],
    by descriptors: [NSSortDescriptor]
  ) -> [NSManagedObject] {
    var merged: [NSManagedObject] = []
    merged.reserveCapacity(first.count + second.count)
    var index = 0
    for object in second {
      // A binary search: few changed objects go into long lists.
      var low = index
      var high = first.count
      while low < high {
        let middle = (low + high) / 2
        if compare(object, first[middle], descriptors) == .orderedAscending { high = middle } else { low = middle + 1 }
      }
      merged.append(contentsOf: first[index..<low])
      merged.append(object)
      index = low
    }
    merged.append(contentsOf: first[index...])
    return merged
  }

  static func compare(
    _ a: NSManagedObject, _ b: NSManagedObject, _ descriptors: [NSSortDescriptor]
  ) -> ComparisonResult {
    for descriptor in descriptors {
      let order = descriptor.compare(a, to: b)
      if order != .orderedSame { return order }
    }
    return .orderedSame
  }
}
