import Foundation
import Testing

/// Real model files that lie beside the package; tests that need them are skipped where they are absent.
enum Fixtures {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/fixtures")

  static let areAvailable = FileManager.default.fileExists(atPath: root.appendingPathComponent("INDEX.md").path)

  /// All files and folders under a folder of the fixtures with one of the extensions, sorted by path.
  static func urls(under folder: String, pathExtensions: Set<String>) -> [URL] {
    let base = root.appendingPathComponent(folder)
    guard let walk = FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil) else { return [] }
    return walk.compactMap { $0 as? URL }.filter { pathExtensions.contains($0.pathExtension) }
      .sorted { $0.path < $1.path }
  }
}

extension Trait where Self == ConditionTrait {
  static var needsFixtures: Self {
    .enabled(if: Fixtures.areAvailable, "the fixtures (../shared/fixtures) are not here")
  }
}
