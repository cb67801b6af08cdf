import Foundation
import Testing

/// What the pages show is code that is compiled with these tests, and run by them.
@Suite struct PageTests {
  @Test func thereIsAPageForEachSubject() {
    let names = Set(Page.all.map(\.name))
    #expect(
      names.isSuperset(of: [
        "Tutorial", "MovingToLinux", "TestingOnLinux", "TwoStacks", "StoresAndFormats", "Predicates", "Concurrency",
        "Deviations",
      ]))
  }

  @Test(arguments: Page.all)
  func swiftIsCompiled(_ page: Page) throws {
    let example = Page.root.appendingPathComponent("Examples/ReadingList")
    var compiled = try page.snippets()
    if page.name == "Tutorial" {
      compiled = try ["Shelf.swift", "main.swift"].map {
        try String(contentsOf: example.appendingPathComponent($0), encoding: .utf8)
      }
    }
    let manifests = try page.manifests()
    let shown = try page.blocks(of: "swift").filter { !manifests.contains($0) }
    #expect(shown == compiled)
  }

  /// Blocks in other languages are few, and each kind has its own test.
  @Test(arguments: Page.all)
  func noBlockIsInAnUnknownLanguage(_ page: Page) throws {
    let text = try String(contentsOf: page.url, encoding: .utf8)
    let fences = text.split(separator: "\n").filter { $0.hasPrefix("```") && $0 != "```" }
    #expect(fences.allSatisfy { ["```swift", "```sh", "```xml", "```text"].contains($0) })
  }

  @Test(arguments: Page.all.filter { (try? $0.manifests().isEmpty) == false })
  func manifestsAreRead(_ page: Page) async throws {
    for manifest in try page.manifests() {
      let folder = try temporaryFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      try manifest.write(to: folder.appendingPathComponent("Package.swift"), atomically: true, encoding: .utf8)
      let run = try await ProgramRun("/usr/bin/env", ["swift", "package", "dump-package"], in: folder)
      #expect(run.status == 0, "\(run.output)")
      #expect(run.output.contains("CoreDataModelPlugin"))
    }
  }

  @Test func theTutorialShowsTheModel() throws {
    let model = Page.root
      .appendingPathComponent("Examples/ReadingList/ReadingList.xcdatamodeld/ReadingList.xcdatamodel/contents")
    let blocks = try #require(Page.named("Tutorial")).blocks(of: "xml")
    #expect(try blocks == [String(contentsOf: model, encoding: .utf8)])
  }

  /// The commands of the tutorial, with the program that its code makes, print what it says.
  @Test func theTutorialRuns() async throws {
    let tutorial = try #require(Page.named("Tutorial"))
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let commands = try #require(try tutorial.blocks(of: "sh").last).split(separator: "\n")
    let prefix = "swift run ReadingList"
    try #require(commands.count > 3 && commands.allSatisfy { $0.hasPrefix(prefix) })
    let beside = Bundle.main.executableURL ?? Bundle.main.bundleURL
    let program = beside.deletingLastPathComponent().appendingPathComponent("ReadingList").path
    var output = ""
    for command in commands {
      let run = try await ProgramRun(
        "/bin/sh", ["-c", "'\(program)' \(command.dropFirst(prefix.count)) 2>errors"], in: folder)
      #expect(run.status == 0)
      output += run.output
    }
    #expect(try tutorial.blocks(of: "text") == [output])
    #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("ReadingList.sqlite").path))
  }

  private func temporaryFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Documentation-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
