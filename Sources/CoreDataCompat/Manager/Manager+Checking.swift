import Foundation

extension Manager {
  /// Looks for damage in the store's file with SQLite's quick check, in time linear in its size. The store may be open, or
  /// may be one that cannot be opened; nothing is changed.
  ///
  /// Throws when the file cannot be read at all.
  public func checkStore() throws -> StoreCheck {
    let configuration = configuration
    guard configuration.storeType == .sqlite, let url = try configuration.storeURL, url.path != "/dev/null",
      FileManager.default.fileExists(atPath: url.path)
    else { return .notApplicable }
    do {
      let findings = try Bridge.findings(inDatabaseAt: url)
      return findings.isEmpty ? .sound : .damaged(findings)
    } catch {
      throw StackError.cannotOpenStore(StoreFailure(error, at: url))
    }
  }
}
