import Foundation

/// A page of the documentation, and the code that it shows.
struct Page: CustomStringConvertible, Sendable {
  /// The package's folder.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  let url: URL

  /// Every page of every catalogue.
  static let all: [Page] = ["CoreDataCompat", "CoreDataEngine"].flatMap { module in
    let folder = root.appendingPathComponent("Sources/\(module)/\(module).docc")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().filter { $0.hasSuffix(".md") }.map { Page(url: folder.appendingPathComponent($0)) }
  }

  var name: String { url.deletingPathExtension().lastPathComponent }
  var description: String { name }

  static func named(_ name: String) -> Page? { all.first { $0.name == name } }

  /// The blocks of a language, in order, each with a line feed at its end.
  func blocks(of language: String) throws -> [String] {
    try String(contentsOf: url, encoding: .utf8).components(separatedBy: "```\(language)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
  }

  /// The blocks that are a package manifest.
  func manifests() throws -> [String] { try blocks(of: "swift").filter { $0.hasPrefix("// swift-tools-version") } }

  /// The code of the file in `Snippets` that belongs to the page, in order, without the indentation it has there.
  func snippets() throws -> [String] {
    let url = Page.root.appendingPathComponent("Tests/DocumentationTests/Snippets/\(name).swift")
    guard let text = try? String(contentsOf: url, encoding: .utf8) else { return [] }
    var snippets: [String] = []
    var lines: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      switch line.drop(while: { $0 == " " }) {
      case "// snippet": lines = []
      case "// end":
        snippets.append(Page.unindented(lines ?? []))
        lines = nil
      default: lines?.append(line)
      }
    }
    return snippets
  }

  private static func unindented(_ lines: [Substring]) -> String {
    let indentation = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { $0.dropFirst(indentation) + "\n" }.joined()
  }
}
