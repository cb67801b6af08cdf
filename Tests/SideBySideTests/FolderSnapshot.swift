import Foundation

/// Every file of a folder with its bytes.
struct FolderSnapshot: Equatable {
  let files: [String: Data]

  init(_ folder: URL) throws {
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      files[name] = FileManager.default.contents(atPath: folder.appendingPathComponent(name).path)
    }
    self.files = files
  }
}
