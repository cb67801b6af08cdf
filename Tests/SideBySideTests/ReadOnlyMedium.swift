import Foundation

/// A folder that is mounted for reading only, for one process.
enum ReadOnlyMedium {
  private static let script = #"mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@""#

  private static func launcher(_ folder: URL) -> [String] {
    [
      "/usr/bin/unshare", getuid() == 0 ? "--mount" : "--map-root-user", "--mount", "/bin/sh", "-c", script,
      folder.path,
    ]
  }

  /// Whether the system allows it.
  static let isAvailable: Bool = {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Medium-\(UUID().uuidString)")
    guard (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)) != nil else {
      return false
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    let words = launcher(folder) + ["/usr/bin/touch", folder.path + "/file"]
    let process = Process()
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardError = Pipe()
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    // The mount can fail as well as the file: only a process that ran to its end and was refused counts.
    return process.terminationStatus == 1 && !FileManager.default.fileExists(atPath: folder.path + "/file")
  }()

  /// Runs the probe with the folder mounted for reading only.
  static func run(_ arguments: [String], folder: URL) throws -> [String] {
    try ProbeProcess(arguments, launcher: launcher(folder)).lines()
  }
}
