/// Pairs the things of a newer model with those of an older one that they continue, by renaming identifiers and names.
struct RenameMatching {
  struct Item {
    let name: String
    /// The renaming identifier; the name unless set.
    let identifier: String

    var isRenamed: Bool { name != identifier }
  }

  /// The name of the predecessor, by the name of the newer thing; none for what is new.
  private(set) var predecessors: [String: String] = [:]
  private var claimed = Set<String>()

  /// A predecessor is given to one successor only. First come those that kept name and identifier of an earlier rename,
  /// then those whose identifier is an older name, then equal identifiers (an older rename that both models tell of), at
  /// last equal names.
  init(of destination: [Item], in source: [Item]) {
    let destination = destination.sorted { $0.name < $1.name }
    let byName = Dictionary(source.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let byIdentifier = Dictionary(
      source.sorted { $0.name < $1.name }.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    for item in destination where item.isRenamed && byName[item.name]?.identifier == item.identifier {
      claim(item.name, for: item)
    }
    for item in destination where item.isRenamed { claim(byName[item.identifier]?.name, for: item) }
    for item in destination where byName[item.name]?.identifier == item.identifier { claim(item.name, for: item) }
    for item in destination { claim(byIdentifier[item.identifier]?.name, for: item) }
    for item in destination { claim(byName[item.name]?.name, for: item) }
  }

  private mutating func claim(_ name: String?, for item: Item) {
    guard let name, predecessors[item.name] == nil, claimed.insert(name).inserted else { return }
    predecessors[item.name] = name
  }
}
