/// Which newer objects were made of which older ones, by mapping.
struct InstanceAssociations {
  private struct Table {
    var destinations: [ObjectIdentifier: [NSManagedObject]] = [:]
    var sources: [ObjectIdentifier: [NSManagedObject]] = [:]
    var allDestinations: [NSManagedObject] = []
    var allSources: [NSManagedObject] = []
  }

  private var tables: [String: Table] = [:]

  mutating func add(_ source: NSManagedObject, _ destination: NSManagedObject, mapping: String) {
    var table = tables.removeValue(forKey: mapping) ?? Table()
    if table.sources[ObjectIdentifier(destination)] == nil { table.allDestinations.append(destination) }
    if table.destinations[ObjectIdentifier(source)] == nil { table.allSources.append(source) }
    table.destinations[ObjectIdentifier(source), default: []].append(destination)
    table.sources[ObjectIdentifier(destination), default: []].append(source)
    tables[mapping] = table
  }

  /// Those made of `sources`; all when nil.
  func destinations(mapping: String, of sources: [NSManagedObject]?) -> [NSManagedObject] {
    guard let table = tables[mapping] else { return [] }
    guard let sources else { return table.allDestinations }
    return sources.flatMap { table.destinations[ObjectIdentifier($0)] ?? [] }
  }

  /// Those that `destinations` were made of; all when nil.
  func sources(mapping: String, of destinations: [NSManagedObject]?) -> [NSManagedObject] {
    guard let table = tables[mapping] else { return [] }
    guard let destinations else { return table.allSources }
    return destinations.flatMap { table.sources[ObjectIdentifier($0)] ?? [] }
  }
}
