import Foundation

/// The folder the files of a run lie in: in memory where the system has a file system for that.
struct Scratch {
  let directory: URL
  let isInMemory: Bool

  init() throws {
    let memory = "/dev/shm"
    isInMemory = FileManager.default.isWritableFile(atPath: memory)
    let parent = isInMemory ? URL(fileURLWithPath: memory) : FileManager.default.temporaryDirectory
    directory = parent.appendingPathComponent("coredata-bench-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  func remove() {
    try? FileManager.default.removeItem(at: directory)
  }

  /// The path of a file that does not exist: a former one of this name is gone, with what SQLite keeps beside it.
  func newFile(_ name: String) throws -> URL {
    let url = directory.appendingPathComponent(name)
    for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: url.path + suffix) {
      try FileManager.default.removeItem(atPath: url.path + suffix)
    }
    return url
  }
}
