/// External data on its way to another place.
extension StoreFiles {
  /// Makes the folders of external data at `target`, and calls `body` for each file: where it is, where it goes, and which
  /// part of all files is done with it.
  func forEachExternalFile(
    to target: StoreFiles, _ body: (_ from: URL, _ to: URL, _ done: Double) throws -> Void
  ) throws {
    let files = FileManager.default
    let folder = realSupportFolder
    guard files.fileExists(atPath: folder.path) else { return }
    let paths = try files.subpathsOfDirectory(atPath: folder.path)
    try files.createDirectory(at: target.supportFolder, withIntermediateDirectories: true)
    for (place, path) in paths.enumerated() {
      let (from, to) = (folder.appendingPathComponent(path), target.supportFolder.appendingPathComponent(path))
      var isFolder: ObjCBool = false
      if files.fileExists(atPath: from.path, isDirectory: &isFolder), isFolder.boolValue {
        try files.createDirectory(at: to, withIntermediateDirectories: true)
      } else {
        try body(from, to, Double(place + 1) / Double(paths.count))
      }
    }
  }

  /// The support folder, or the one that it is a link to: a list of what is in a folder does not follow links.
  var realSupportFolder: URL { supportFolder.resolvingSymlinksInPath() }

  /// Another name beside this store for a copy that is not complete yet.
  var unfinished: StoreFiles {
    let name = "\(url.lastPathComponent).\(UUID().uuidString).copy"
    return StoreFiles(url.deletingLastPathComponent().appendingPathComponent(name, isDirectory: false))
  }
}
