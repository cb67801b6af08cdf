/// Fetched results at one moment: all in one order, cut into sections.
final class FetchedContent {
  let objects: [AnyObject]
  /// The name of the section of each object; empty when there are no section names.
  let names: [String]
  let sections: [FetchedSection]
  private var places: [ObjectIdentifier: Int]?

  /// Cuts objects into sections wherever the name changes. Throws 134060 when a name comes back: then the order of the
  /// fetch is not that of the sections. Without names there is one section, however few objects there are.
  init(_ objects: [AnyObject], names: [String]?, title: (String) -> String?) throws {
    self.objects = objects
    self.names = names ?? []
    guard let names else {
      sections = [FetchedSection(name: "", indexTitle: title(""), members: objects[...])]
      return
    }
    var sections: [FetchedSection] = []
    var known = Set<String>()
    var start = 0
    for index in objects.indices where index + 1 == objects.count || names[index + 1] != names[index] {
      guard known.insert(names[index]).inserted else {
        throw NSError.coreData(
          NSCoreDataError,
          reason:
            "The fetched object at index \(start) has an out of order section name '\(names[index])'. Objects must be sorted by section name"
        )
      }
      sections.append(
        FetchedSection(name: names[index], indexTitle: title(names[index]), members: objects[start...index]))
      start = index + 1
    }
    self.sections = sections
  }

  /// The place of an object among all; nil when it is not there.
  func place(of object: AnyObject) -> Int? {
    if let places { return places[ObjectIdentifier(object)] }
    var table = [ObjectIdentifier: Int](minimumCapacity: objects.count)
    for (index, object) in objects.enumerated() { table[ObjectIdentifier(object)] = index }
    places = table
    return table[ObjectIdentifier(object)]
  }

  /// The section that an object at a place is in; a binary search.
  func sectionIndex(at place: Int) -> Int {
    var low = 0
    var high = sections.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if sections[middle].start <= place { low = middle } else { high = middle }
    }
    return low
  }

  func indexPath(at place: Int) -> IndexPath {
    let section = sectionIndex(at: place)
    return [section, place - sections[section].start]
  }

  func name(at place: Int) -> String { names.isEmpty ? "" : names[place] }
}
