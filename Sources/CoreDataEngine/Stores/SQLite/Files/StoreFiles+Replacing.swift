extension StoreFiles {
  /// Takes the place of the store here with a copy of `source`. The copy is complete before anything here goes.
  func replace(withCopyOf source: StoreFiles) throws {
    let copy = unfinished
    try source.copy(to: copy)
    do {
      try destroy()
      let files = FileManager.default
      if files.fileExists(atPath: copy.supportFolder.path) {
        try files.moveItem(at: copy.supportFolder, to: supportFolder)
      }
      // A copy is a single file without a log, so this makes it the store at one blow.
      try files.moveItem(at: copy.url, to: url)
    } catch {
      try? copy.remove()
      throw error
    }
  }
}
