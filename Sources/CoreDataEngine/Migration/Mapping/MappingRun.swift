/// Carries out a mapping model: all objects first, then their relationships, then validation.
struct MappingRun {
  let manager: NSMigrationManager
  let model: NSMappingModel

  func run() throws {
    let mappings = (model.entityMappings ?? []).filter { $0.mappingType != .removeEntityMappingType }
    let policies = try mappings.map { try policy(for: $0) }
    let progress = Progress(totalUnitCount: Int64(3 * mappings.count))
    func step(_ pass: Int, _ body: (NSEntityMapping, NSEntityMigrationPolicy) throws -> Void) throws {
      for (place, mapping) in mappings.enumerated() {
        if progress.isCancelled {
          throw MigrationError.cancelled
        }
        manager.begin(mapping)
        try body(mapping, policies[place])
        progress.completedUnitCount += 1
        manager.note(progress: Float(pass * mappings.count + place + 1) / Float(3 * mappings.count))
      }
    }
    try step(0) { mapping, policy in
      try policy.begin(mapping, with: manager)
      for source in try MappingEvaluation(manager: manager, mapping: mapping, policy: policy).sources() {
        try manager.checkCancellation()
        try policy.createDestinationInstances(forSource: source, in: mapping, manager: manager)
      }
      try policy.endInstanceCreation(forMapping: mapping, manager: manager)
    }
    try step(1) { mapping, policy in
      for object in manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: nil) {
        try manager.checkCancellation()
        try policy.createRelationships(forDestination: object, in: mapping, manager: manager)
      }
      try policy.endRelationshipCreation(forMapping: mapping, manager: manager)
    }
    try step(2) { mapping, policy in
      try policy.performCustomValidation(forMapping: mapping, manager: manager)
      try policy.end(mapping, manager: manager)
    }
    try manager.checkCancellation()
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
