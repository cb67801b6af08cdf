import Foundation

/// The `VersionInfo.plist` of a `.momd`.
package struct CompiledVersionInfo: Equatable, Sendable {
  package static let fileName = "VersionInfo.plist"

  package var currentVersionName: String?
  package var versionHashes: [String: [String: Data]] = [:]
  package var versionChecksums: [String: String] = [:]

  package init() {}

  /// Empty if the package has no such file.
  init(package url: URL) throws(ModelFormatError) {
    let file = url.appendingPathComponent(Self.fileName)
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    let list = try PropertyListFile.dictionary(at: file)
    currentVersionName = list["NSManagedObjectModel_CurrentVersionName"] as? String
    versionHashes = list["NSManagedObjectModel_VersionHashes"] as? [String: [String: Data]] ?? [:]
    versionChecksums = list["NSManagedObjectModel_VersionChecksums"] as? [String: String] ?? [:]
  }
}
