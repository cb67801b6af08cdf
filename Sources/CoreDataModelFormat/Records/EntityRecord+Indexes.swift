extension EntityRecord {
  /// The fetch indexes, and one for every legacy index that none of them covers.
  ///
  /// The legacy indexes are named as compilers name them: by their properties, joined with "_". Compiled models hold
  /// every index in both forms, so both must not be counted.
  package var effectiveFetchIndexes: [FetchIndexRecord] {
    let flagged = attributes.filter(\.isIndexed).map(\.name) + relationships.filter(\.isIndexed).map(\.name)
    let covered = Set(fetchIndexes.flatMap(\.elements).compactMap(\.propertyName))
    let coveredLists = Set(fetchIndexes.map { $0.elements.compactMap(\.propertyName) })
    let lists = flagged.filter { !covered.contains($0) }.map { [$0] } + compoundIndexes
    var added: Set<[String]> = coveredLists
    return fetchIndexes
      + lists.filter { added.insert($0).inserted }.map { names in
        var index = FetchIndexRecord(name: names.joined(separator: "_"))
        index.elements = names.map { FetchIndexRecord.Element(.property($0)) }
        return index
      }
  }
}
