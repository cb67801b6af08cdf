import CCounters
import CoreDataCompat

/// What migrations in place cost, by the number of rows.
struct EngineMigrations {
  /// A change of the model, and how its time may grow from the small store to the large one, which has ten times the rows.
  private struct Change {
    let name: String
    let growth: Double
    let apply: (NSEntityDescription) -> Void
  }

  private static let sizes = (small: 100_000, large: 1_000_000)
  /// Below this a time is noise.
  private static let leastSeconds = 0.02

  private let side = EngineSide()
  private let scratch: Scratch

  init(scratch: Scratch) {
    self.scratch = scratch
  }

  private var changes: [Change] {
    [
      Change(name: "an added column", growth: 2) { item in
        item.properties.append(attribute("added", .stringAttributeType))
      },
      Change(name: "an added column with a default", growth: 15) { item in
        let added = attribute("added", .integer64AttributeType)
        added.defaultValue = 7
        item.properties.append(added)
      },
      Change(name: "a column of another type", growth: 15) { item in
        (item.propertiesByName["b"] as? NSAttributeDescription)?.attributeType = .decimalAttributeType
      },
    ]
  }

  func measure() throws -> [Limit] {
    var limits: [Limit] = []
    let files = (try scratch.newFile("small.sqlite"), try scratch.newFile("large.sqlite"))
    try side.fill(files.0, with: .items(Self.sizes.small))
    try side.fill(files.1, with: .items(Self.sizes.large))
    for change in changes {
      let small = try migrate(files.0, change)
      let large = try migrate(files.1, change)
      let factor = max(large.seconds, Self.leastSeconds) / max(small.seconds, Self.leastSeconds)
      limits += [
        Limit(name: "migrating 1,000,000 rows: \(change.name)", unit: "s", value: large.seconds),
        Limit(name: "  its time over that of 100,000", unit: "", value: factor, atMost: change.growth),
        Limit(name: "  its peak of memory", unit: "MiB", value: large.mebibytes, atMost: 64),
      ]
    }
    return limits
  }

  /// Opens a copy of the file with the changed model.
  private func migrate(_ file: URL, _ change: Change) throws -> (seconds: Double, mebibytes: Double) {
    let copy = try scratch.newFile("migrated.sqlite")
    try FileManager.default.copyItem(at: file, to: copy)
    let model = BenchmarkModel.make()
    if let item = model.entitiesByName["Item"] { change.apply(item) }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let before = counters_reset_peak()
    let start = ContinuousClock.now
    let store = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: copy,
      options: [NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true])
    let seconds = start.duration(to: .now) / .seconds(1)
    let peak = counters_peak()
    try coordinator.remove(store)
    return (seconds, max(0, Double(peak) - Double(before)) / 1_048_576)
  }
}

private func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
  let attribute = NSAttributeDescription()
  attribute.name = name
  attribute.attributeType = type
  attribute.isOptional = true
  return attribute
}
