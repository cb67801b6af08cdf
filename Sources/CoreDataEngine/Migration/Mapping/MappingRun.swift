/// Carries out a mapping model: all objects first, then their relationships, then validation.
struct MappingRun {
  let manager: NSMigrationManager
  let model: NSMappingModel

  /// Tells what each mapping has done. Throws the error of a cancellation.
  func run() throws -> [InPlaceMigration.Report.Step] {
    let mappings = (model.entityMappings ?? []).filter { $0.mappingType != .removeEntityMappingType }
    let policies = try mappings.map { try policy(for: $0) }
    let total = 3 * mappings.count
    let progress = Progress(totalUnitCount: Int64(total + 1))
    var rows = Array(repeating: 0, count: mappings.count)
    var seconds = Array(repeating: 0.0, count: mappings.count)
    func step(_ pass: Int, _ body: (NSEntityMapping, NSEntityMigrationPolicy) throws -> Int) throws {
      for (place, mapping) in mappings.enumerated() {
        manager.begin(mapping)
        let start = ContinuousClock.now
        let count = try progress.part(orThrow: MigrationError.cancelled) { try body(mapping, policies[place]) }
        seconds[place] += start.duration(to: .now) / .seconds(1)
        rows[place] = max(rows[place], count)
        manager.note(progress: Float(pass * mappings.count + place + 1) / Float(total))
      }
    }
    /// Does something for each object, and tells the progress of it.
    func each(_ objects: [NSManagedObject], _ body: (NSManagedObject) throws -> Void) throws -> Int {
      let progress = Progress(totalUnitCount: Int64(objects.count + 1))
      var count = ProgressCount(progress, orThrow: MigrationError.cancelled)
      for object in objects {
        try manager.checkCancellation()
        if progress.isCancelled { throw MigrationError.cancelled }
        try body(object)
        try count.add()
      }
      try count.add()
      try count.tell()
      return objects.count
    }
    try step(0) { mapping, policy in
      try policy.begin(mapping, with: manager)
      let sources = try MappingEvaluation(manager: manager, mapping: mapping, policy: policy).sources()
      let count = try each(sources) {
        try policy.createDestinationInstances(forSource: $0, in: mapping, manager: manager)
      }
      try policy.endInstanceCreation(forMapping: mapping, manager: manager)
      return count
    }
    try step(1) { mapping, policy in
      let objects = manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: nil)
      let count = try each(objects) {
        try policy.createRelationships(forDestination: $0, in: mapping, manager: manager)
      }
      try policy.endRelationshipCreation(forMapping: mapping, manager: manager)
      return count
    }
    try step(2) { mapping, policy in
      try policy.performCustomValidation(forMapping: mapping, manager: manager)
      try policy.end(mapping, manager: manager)
      return 0
    }
    try manager.checkCancellation()
    if progress.isCancelled { throw MigrationError.cancelled }
    progress.completedUnitCount += 1
    return mappings.indices.map { place in
      let mapping = mappings[place]
      return InPlaceMigration.Report.Step(
        title: "Map \(mapping.sourceEntityName ?? "-") to \(mapping.destinationEntityName ?? "-")", rows: rows[place],
        seconds: seconds[place])
    }
  }

  private func policy(for mapping: NSEntityMapping) throws -> NSEntityMigrationPolicy {
    guard let name = mapping.entityMigrationPolicyClassName, !name.isEmpty else { return NSEntityMigrationPolicy() }
    let module = ProcessInfo.processInfo.processName.replacingOccurrences(of: "-", with: "_")
    for candidate in [name, "\(module).\(name)"] {
      if let found = NSClassFromString(candidate) as? NSEntityMigrationPolicy.Type { return found.init() }
    }
    throw NSError.coreData(
      NSEntityMigrationPolicyError,
      reason:
        "The migration policy '\(name)' of the mapping '\(mapping.name ?? "")' is no subclass of NSEntityMigrationPolicy that can be found; give its name with its module.",
      userInfo: ["entityMapping": mapping.name ?? "", "entityMigrationPolicyClassName": name])
  }
}
