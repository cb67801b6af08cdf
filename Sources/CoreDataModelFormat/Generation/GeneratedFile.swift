import Foundation

/// A source file that was generated: its name and its text.
package struct GeneratedFile: Equatable, Sendable {
  package var name: String
  package var text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  /// Writes the file unless it is there with the same text, so that nothing built from it is built again.
  /// - Returns: whether it was written.
  @discardableResult
  package func write(to url: URL) throws -> Bool {
    let data = Data(text.utf8)
    if let present = try? Data(contentsOf: url), present == data { return false }
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url, options: .atomic)
    return true
  }
}
