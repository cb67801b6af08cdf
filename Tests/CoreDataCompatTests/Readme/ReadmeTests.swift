import CoreDataCompat
import Foundation
import Testing

/// The code in the README compiles, runs, and is what the tests run.
@Suite struct ReadmeTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The lines between the two marks, without their common indentation.
  private func snippet(_ file: String) throws -> String {
    let parts = try text("Tests/CoreDataCompatTests/Readme/\(file).swift").components(separatedBy: "  // README\n")
    try #require(parts.count == 3)
    return parts[1].split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("  ") ? $0.dropFirst(2) : $0 }.joined(separator: "\n")
  }

  @Test(arguments: ["LegacySnippet", "ContainerSnippet"])
  func codeIsInTheReadme(_ file: String) throws {
    let code = try snippet(file)
    #expect(try text("README.md").contains("```swift\nimport CoreDataCompat\n\n\(code)```"))
    #expect(code.split(separator: "\n").count <= 15)
  }

  /// What one stack writes the other reads, in the README too.
  @Test @MainActor func codeRunsOnOneFile() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Readme-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try legacySnippet(folder: folder) == 1)
    #expect(try await containerSnippet(folder: folder) == 2)
    #expect(try Manager.shared.selection.provider.name == "container")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).contains("Notes.sqlite"))
    try await Manager.shared.drop()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func readmeIsShort() throws {
    #expect(try text("README.md").split(separator: "\n", omittingEmptySubsequences: false).count < 200)
  }

  @Test func filesThatTheReadmeLinksToExist() throws {
    let links = try text("README.md").matches(of: /\]\(([^):#]+)\)/).map { String($0.1) }
    #expect(!links.isEmpty)
    for link in links {
      #expect(FileManager.default.fileExists(atPath: Self.root.appendingPathComponent(link).path), "\(link)")
    }
  }
}
