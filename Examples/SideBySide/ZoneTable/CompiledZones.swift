/// What `tzdata.zi` holds: rules (R), zones (Z, with the lines that continue them) and links (L).
struct CompiledZones {
  private(set) var ruleSets: [RuleSetRecord] = []
  private(set) var zones: [(name: String, eras: [EraRecord])] = []
  private var links: [(name: String, target: String)] = []

  init(lines: ZoneTableLines) throws {
    var setIndex: [Substring: Int] = [:]
    // A nil return makes the line an error, so each case returns what it managed to read.
    _ = try lines.map(separator: " ") { fields -> Void? in
      switch fields[0] {
      case "R" where fields.count > 1:
        guard let rule = RuleRecord(fields: fields.dropFirst(2)) else { return nil }
        let index = setIndex[fields[1], default: ruleSets.count]
        if index == ruleSets.count {
          setIndex[fields[1]] = index
          ruleSets.append(RuleSetRecord(name: String(fields[1]), rules: []))
        }
        ruleSets[index].rules.append(rule)
      case "Z" where fields.count > 1:
        guard let era = EraRecord(fields: fields.dropFirst(2)) else { return nil }
        zones.append((String(fields[1]), [era]))
      case "L" where fields.count == 3:
        links.append((name: String(fields[2]), target: String(fields[1])))
      default:
        guard !zones.isEmpty, let era = EraRecord(fields: fields[...]) else { return nil }
        zones[zones.count - 1].eras.append(era)
      }
      return ()
    }
  }

  /// The links, each led to the zone at its end, since a link may name another link.
  func resolvedAliases() throws -> [AliasRecord] {
    let names = Set(zones.map(\.name))
    let targets = Dictionary(links.map { ($0.name, $0.target) }, uniquingKeysWith: { $1 })
    return try links.map { link in
      var target = link.target
      // Longer than all links together means a circle.
      for _ in links.indices where !names.contains(target) { target = targets[target] ?? target }
      guard names.contains(target) else {
        throw ZoneTableError(file: "tzdata.zi", line: nil, problem: "link \(link.name) leads to no zone")
      }
      return AliasRecord(name: link.name, target: target)
    }
  }
}
