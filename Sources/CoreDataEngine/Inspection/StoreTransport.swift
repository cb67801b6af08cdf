/// Copies and moves stores for a tool, as one unit each. The current `Progress` is told, and may cancel.
package enum StoreTransport {
  /// Puts a copy where there is nothing; the store may be in use. What is incomplete never has the copy's name.
  package static func copy(_ source: URL, to target: URL) throws {
    let reader = try StoreReader(source.resolvingSymlinksInPath())
    let target = StoreFiles(target)
    try target.requireFree()
    try withExtendedLifetime(reader) { try target.replace(withCopyOf: StoreFiles(reader.readingURL)) }
  }

  /// The bytes of all files of a store, external data included.
  package static func size(of url: URL) -> Int { Int(FreeSpace.size(of: StoreFiles(url))) }

  /// Moves the store, which nobody else may have open; nothing that is written meanwhile is lost.
  package static func move(_ source: URL, to target: URL) throws {
    try StoreFiles(source.resolvingSymlinksInPath()).move(to: StoreFiles(target))
  }
}
