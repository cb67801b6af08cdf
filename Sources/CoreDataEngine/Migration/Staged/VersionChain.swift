/// The versions that stages lead through, in order, by checksum.
struct VersionChain {
  let checksums: [String]

  /// Throws 134506 when a version comes back after it was left.
  init(stages: [NSMigrationStage], destination: String) throws {
    var chain: [String] = []
    for checksum in stages.flatMap(\.checksums) + [destination] where chain.last != checksum {
      guard !chain.contains(checksum) else {
        // The versions after the model of the coordinator are not its business.
        if checksum == destination { break }
        throw NSError.coreData(
          NSStagedMigrationBackwardMigrationError,
          reason: "The stages lead back to the version \(checksum): \((chain + [checksum]).joined(separator: " → ")).")
      }
      chain.append(checksum)
    }
    checksums = chain
  }

  /// The versions from that of the store to that of the model. Throws 134504 for a version that no stage knows, 134506 for
  /// one after the model's.
  func path(from start: String, to end: String) throws -> [String] {
    guard let first = checksums.firstIndex(of: start), let last = checksums.firstIndex(of: end) else {
      throw NSError.coreData(
        NSManagedObjectModelReferenceNotFoundError,
        reason:
          "Cannot use staged migration with an unknown model version: \(start) is not among \(checksums.joined(separator: ", ")).",
        userInfo: [NSLocalizedDescriptionKey: "Cannot use staged migration with an unknown model version."])
    }
    guard first <= last else {
      throw NSError.coreData(
        NSStagedMigrationBackwardMigrationError,
        reason: "The store has the version \(start), which comes after the model's version \(end).")
    }
    return Array(checksums[first...last])
  }
}
