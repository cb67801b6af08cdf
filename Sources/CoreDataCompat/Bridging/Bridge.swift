import Foundation

#if canImport(Darwin)
  import Darwin
  import SQLite3
#endif

/// The few things that the two frameworks and the two families of systems do not have in common.
enum Bridge {
  static var platform: Platform {
    #if os(macOS)
      .macOS
    #elseif os(iOS)
      .iOS
    #elseif os(tvOS)
      .tvOS
    #elseif os(watchOS)
      .watchOS
    #elseif os(visionOS)
      .visionOS
    #elseif os(Linux)
      .linux
    #elseif os(Windows)
      .windows
    #else
      .other
    #endif
  }

  #if canImport(Darwin)
    static var sqliteVersion: VersionNumber { VersionNumber(String(cString: sqlite3_libversion())) ?? "0" }
    static var isSQLiteThreadSafe: Bool { sqlite3_threadsafe() != 0 }

    static func model(at url: URL) throws -> NSManagedObjectModel {
      guard let model = NSManagedObjectModel(contentsOf: url) else { throw CocoaError(.fileReadCorruptFile) }
      return model
    }

    static func isOnNetwork(_ url: URL) -> Bool {
      var information = statfs()
      guard statfs(url.deletingLastPathComponent().path, &information) == 0 else { return false }
      return information.f_flags & UInt32(MNT_LOCAL) == 0
    }

    static func sharedFolder(ofGroup identifier: String) -> URL? {
      FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: identifier)
    }

    static func excludeFromBackup(_ url: URL) throws {
      var url = url
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      try url.setResourceValues(values)
    }

    static func findings(inDatabaseAt url: URL) throws -> [String] {
      var database: OpaquePointer?
      defer { sqlite3_close(database) }
      guard sqlite3_open_v2(url.path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else {
        return [String(cString: sqlite3_errmsg(database))]
      }
      var statement: OpaquePointer?
      defer { sqlite3_finalize(statement) }
      var findings: [String] = []
      var result = sqlite3_prepare_v2(database, "PRAGMA quick_check", -1, &statement, nil)
      while result == SQLITE_OK || result == SQLITE_ROW {
        result = sqlite3_step(statement)
        guard result == SQLITE_ROW, let text = sqlite3_column_text(statement, 0) else { continue }
        if String(cString: text) != "ok" { findings.append(String(cString: text)) }
      }
      if result != SQLITE_DONE { findings.append(String(cString: sqlite3_errmsg(database))) }
      return findings
    }
  #else
    static var sqliteVersion: VersionNumber { VersionNumber(DatabaseInspection.libraryVersion) ?? "0" }
    static var isSQLiteThreadSafe: Bool { DatabaseInspection.isThreadSafe }

    static func model(at url: URL) throws -> NSManagedObjectModel { try NSManagedObjectModel(validating: url) }

    /// File systems on which machines share files but no memory, which the log needs.
    private static let networks: Set<Substring> = [
      "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "fuse.sshfs", "fuse.glusterfs",
    ]

    static func isOnNetwork(_ url: URL) -> Bool {
      guard let table = try? String(contentsOfFile: "/proc/self/mounts", encoding: .utf8) else { return false }
      let folder = url.deletingLastPathComponent().resolvingSymlinksInPath().path + "/"
      var best = (length: 0, kind: Substring())
      for line in table.split(separator: "\n") {
        let fields = line.split(separator: " ")
        guard fields.count > 2 else { continue }
        let mount = fields[1].replacingOccurrences(of: "\\040", with: " ")
        let prefix = mount.hasSuffix("/") ? mount : mount + "/"
        // Of two mounts at one place the later one is seen.
        if folder.hasPrefix(prefix), prefix.count >= best.length { best = (prefix.count, fields[2]) }
      }
      return networks.contains(best.kind)
    }

    static func sharedFolder(ofGroup identifier: String) -> URL? { nil }

    static func excludeFromBackup(_ url: URL) throws {}

    static func findings(inDatabaseAt url: URL) throws -> [String] { try DatabaseInspection.findings(at: url) }
  #endif
}
