import Foundation
import Testing

@testable import CoreDataTool

/// Bad input is told in one line that says what and where, with status 2, and nothing is written.
@Suite struct BadInputTests {
  enum Thing: String, CaseIterable, Sendable { case missing, folder, empty, garbage, otherDatabase }

  /// Verbs with the number of paths that they take.
  static let storeVerbs = ["inspect", "dump", "query", "verify", "repair", "copy", "move", "destroy", "migrate"]
  static let modelVerbs = ["model show", "model check", "model diff", "model convert", "model diagram", "generate"]

  private func make(_ thing: Thing, _ name: String, in place: ToolPlace) throws -> String {
    let url = place.folder.appendingPathComponent(name)
    switch thing {
    case .missing: break
    case .folder: try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    case .empty: try Data().write(to: url)
    case .garbage: try Data((0..<4_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 13) }).write(to: url)
    case .otherDatabase: try place.execute("CREATE TABLE t (a); INSERT INTO t VALUES (1)", url)
    }
    return url.path
  }

  private func check(_ words: [String], names path: String, in place: ToolPlace) throws {
    let before = try FolderPicture(place.folder)
    let result = place.run(words)
    #expect(result.status == .badInput, "\(words): \(result)")
    #expect(result.output.isEmpty, "\(words)")
    #expect(
      result.error.hasPrefix("coredata: ") && result.error.filter { $0 == "\n" }.count == 1, "\(words): \(result.error)"
    )
    #expect(result.error.contains((path as NSString).lastPathComponent), "\(words): \(result.error)")
    #expect(try FolderPicture(place.folder) == before, "\(words)")
  }

  @Test(arguments: storeVerbs, Thing.allCases) func aStoreThatIsNone(_ verb: String, _ thing: Thing) throws {
    let place = try ToolPlace()
    defer { place.remove() }
    let path = try make(thing, "Thing.sqlite", in: place)
    let target = place.folder.appendingPathComponent("Target.sqlite").path
    let more: [String: [String]] = [
      "query": ["Author"], "repair": [target], "copy": [target], "move": [target],
      "migrate": [try place.makeModel().path],
    ]
    try check([verb, path] + (more[verb] ?? []), names: path, in: place)
  }

  @Test(arguments: modelVerbs, Thing.allCases) func aModelThatIsNone(_ verb: String, _ thing: Thing) throws {
    let place = try ToolPlace()
    defer { place.remove() }
    for ending in ["xcdatamodeld", "mom", "json"] {
      let path = try make(thing, "Thing.\(ending)", in: place)
      let target = verb == "model convert" ? [place.folder.appendingPathComponent("Target.json").path] : []
      try check(verb.split(separator: " ").map(String.init) + [path] + target, names: path, in: place)
    }
  }

  @Test(arguments: ["copy", "move", "repair"]) func aTargetThatIsThere(_ verb: String) throws {
    let place = try ToolPlace()
    defer { place.remove() }
    let store = try Library.makeStore(at: place.folder.appendingPathComponent("Library.sqlite"))
    let target = try make(.garbage, "There.sqlite", in: place)
    try check([verb, store.path, target], names: target, in: place)
    let nowhere = place.folder.appendingPathComponent("no/such/folder/Target.sqlite").path
    try check([verb, store.path, nowhere], names: nowhere, in: place)
  }
}
