import CoreDataModelFormat
import Foundation
import Testing

@Suite(.needsFixtures) struct FixtureHashTests {
  @Test func everyExpectedEntityHashIsReproduced() throws {
    let table = Fixtures.root.appendingPathComponent("expected/entity-hashes.tsv")
    let lines = try String(contentsOf: table, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
    var hashes: [Substring: [String: Data]] = [:]
    var reproduced = 0
    for line in lines {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      if hashes[fields[0]] == nil {
        let file = Fixtures.root.appendingPathComponent(String(fields[0]))
        let model = file.lastPathComponent == "contents" ? file.deletingLastPathComponent() : file
        hashes[fields[0]] = try ModelReader.document(at: model).versionHashes()
      }
      let hash = hashes[fields[0]]?[String(fields[1])]?.hex
      #expect(hash == String(fields[2]), "\(fields[0]), entity \(fields[1])")
      if hash == String(fields[2]) { reproduced += 1 }
    }
    print("entity hashes: \(reproduced) of \(lines.count) reproduced")
    #expect(lines.count == 526)
  }
}
