import Foundation

/// Moving a store's files as one. A note beside them says where they go until all of them are there, so that a move that
/// was cut short is finished before anyone opens what is left.
extension StoreFileSet {
  private var note: URL { folder.appendingPathComponent(".\(url.lastPathComponent).moving", isDirectory: false) }

  /// Moves every file into a new folder beside the store, and returns that folder.
  func moveAside(label: String) throws -> URL {
    let target = try newFolder(label: label)
    try Data(target.path.utf8).write(to: note, options: .atomic)
    try move(to: target)
    return target
  }

  /// Finishes a move that was cut short; nil when there is none.
  func finishMove() throws -> URL? {
    guard let path = try? String(contentsOf: note, encoding: .utf8) else { return nil }
    let target = URL(fileURLWithPath: path, isDirectory: true)
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    try move(to: target)
    return target
  }

  private func move(to target: URL) throws {
    for file in existing {
      try FileManager.default.moveItem(at: file, to: target.appendingPathComponent(file.lastPathComponent))
    }
    try FileManager.default.removeItem(at: note)
  }

  private func newFolder(label: String) throws -> URL {
    let format = ISO8601DateFormatter()
    format.formatOptions = [.withYear, .withMonth, .withDay, .withTime]
    let base = "\(url.lastPathComponent).\(label)-\(format.string(from: Date()))"
    for number in 1... {
      let name = number == 1 ? base : "\(base)-\(number)"
      let candidate = folder.appendingPathComponent(name, isDirectory: true)
      do {
        try FileManager.default.createDirectory(at: candidate, withIntermediateDirectories: false)
        return candidate
      } catch CocoaError.fileWriteFileExists {
        continue
      }
    }
    return folder
  }

  /// Takes the place of the store at `target`, which has no main file; this one's files go. The main file goes last.
  func rename(to target: StoreFileSet) throws {
    for file in target.existing { try FileManager.default.removeItem(at: file) }
    let prefix = url.lastPathComponent.count
    for file in existing {
      let name = file.lastPathComponent
      let renamed =
        name.hasPrefix(url.lastPathComponent)
        ? target.url.lastPathComponent + name.dropFirst(prefix) : target.supportName
      try FileManager.default.moveItem(at: file, to: target.folder.appendingPathComponent(renamed))
    }
  }

  private var supportName: String { ".\(url.deletingPathExtension().lastPathComponent)_SUPPORT" }
}
