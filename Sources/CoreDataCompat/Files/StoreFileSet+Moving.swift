import Foundation

/// Moving a store's files as one. A note beside them says where they go until all of them are there, so that a move that
/// was cut short is finished before anyone opens what is left.
extension StoreFileSet {
  private var note: URL { folder.appendingPathComponent(".\(url.lastPathComponent).moving", isDirectory: false) }

  /// Moves every file into a new folder beside the store, and returns that folder.
  func moveAside(label: String) throws -> URL {
    let target = newFolder(label: label)
    try write(note: target.path)
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    try move(to: target)
    return target
  }

  /// Writes the note in one step, under a name at first that the next one takes, should this one be cut short.
  private func write(note text: String) throws {
    let files = FileManager.default
    let draft = note.appendingPathExtension("draft")
    try Data(text.utf8).write(to: draft)
    if files.fileExists(atPath: note.path) { try files.removeItem(at: note) }
    try files.moveItem(at: draft, to: note)
  }

  /// Finishes a move that was cut short; nil when there is none.
  func finishMove() throws -> URL? {
    guard FileManager.default.fileExists(atPath: note.path) else { return nil }
    let path = try String(contentsOf: note, encoding: .utf8)
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

  private func newFolder(label: String) -> URL {
    let format = ISO8601DateFormatter()
    format.formatOptions = [.withYear, .withMonth, .withDay, .withTime]
    let base = "\(url.lastPathComponent).\(label)-\(format.string(from: Date()))"
    var (candidate, number) = (base, 1)
    while FileManager.default.fileExists(atPath: folder.appendingPathComponent(candidate).path) {
      number += 1
      candidate = "\(base)-\(number)"
    }
    return folder.appendingPathComponent(candidate, isDirectory: true)
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
