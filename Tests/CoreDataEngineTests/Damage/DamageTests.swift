import Foundation
import Testing

/// Damaged models and stores, read by a program of their own: it must neither crash nor hang, nor take memory without end,
/// and its errors must be typed.
///
/// `COREDATA_FUZZ_COUNT` is the number of files of each kind, `COREDATA_FUZZ_SEED` where the random numbers begin.
@Suite(.enabled(if: DamageProcess.isAvailable, "the program DamageProbe is not beside the tests"))
struct DamageTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seed = UInt64(environment["COREDATA_FUZZ_SEED"] ?? "") ?? 1
  private static let count = Int(environment["COREDATA_FUZZ_COUNT"] ?? "")

  @Test(arguments: ["mom", "xml", "cache"]) func damagedModels(_ kind: String) async throws {
    try await RealThread.run { try survive(kind, seed: Self.seed, count: Self.count ?? 150) }
  }

  /// A file that can still be read is used for a migration.
  @Test(arguments: ["cdm", "xcmappingmodel"]) func damagedMappingModels(_ kind: String) async throws {
    try await RealThread.run { try survive(kind, seed: Self.seed, count: Self.count ?? 80) }
  }

  /// In place, previewed, and object by object.
  @Test func damagedStoresMigrate() async throws {
    try await RealThread.run { try survive("migration", seed: Self.seed, count: Self.count ?? 90) }
  }

  @Test(arguments: [0, 1] as [UInt64]) func damagedStores(_ half: UInt64) async throws {
    try await RealThread.run {
      try survive("store", seed: Self.seed &+ half, count: (Self.count ?? 100) / (half == 0 ? 1 : 2))
    }
  }

  @Test(arguments: ["xml-store", "binary-store"]) func damagedStoreFiles(_ kind: String) async throws {
    try await RealThread.run { try survive(kind, seed: Self.seed, count: Self.count ?? 60) }
  }

  /// The models that Apple's tools made, where they are at hand.
  @Test(.needsFixtureStores) func damagedModelsOfApple() async throws {
    let compiled = FixtureStores.urls(under: "compiled", ["mom"])
    let sources = FixtureStores.urls(under: "models", ["xcdatamodel"]).map { $0.appendingPathComponent("contents") }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
    try await RealThread.run {
      try survive("mom", seed: Self.seed, count: Self.count ?? 60, files: compiled)
      try survive("xml", seed: Self.seed, count: Self.count ?? 60, files: Array(sources.prefix(40)))
    }
  }

  @Test(.needsFixtureStores) func damagedMappingModelsOfApple() async throws {
    let compiled = FixtureStores.urls(under: "compiled", ["cdm"])
    let sources = FixtureStores.urls(under: "mapping", ["xcmappingmodel"])
      .map { $0.appendingPathComponent("xcmapping.xml") }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
    try await RealThread.run {
      try survive("cdm", seed: Self.seed, count: Self.count ?? 40, files: compiled)
      try survive("xcmappingmodel", seed: Self.seed, count: Self.count ?? 20, files: Array(sources.prefix(6)))
    }
  }

  private func survive(_ kind: String, seed: UInt64, count: Int, files: [URL] = []) throws {
    let folder = try TemporaryFolder()
    let outcome = try DamageProcess.run([kind, "\(seed)", "\(count)", folder.url.path] + files.map(\.path))
    let again = "DamageProbe \(kind) \(seed) \(count)"
    #expect(outcome.status == 0, "\(again): \(outcome.end), after \(outcome.lastLine)\n\(outcome.errors)")
    #expect(outcome.untyped.isEmpty, "\(again): \(outcome.untyped.prefix(3))")
    // How many were read, how many refused, and the most memory in megabytes.
    let figures = outcome.lastLine.split(separator: " ").compactMap { Int($0) }
    try #require(figures.count == 3, "\(again): \(outcome.lastLine)")
    #expect(figures[0] > 0 && figures[1] > 0, "\(again) has damaged nothing, or read nothing: \(outcome.lastLine)")
    #expect((1..<700).contains(figures[2]), "\(again): \(figures[2]) MB")
    print("\(count) damaged files, \(kind): \(outcome.lastLine)")
  }
}
