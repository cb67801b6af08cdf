import CoreDataModelFormat
import Foundation
import Testing

@testable import CoreDataTool

/// Each rule of `model check` finds its mistake, and nothing in a sound model.
@Suite struct LintTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let finding: String
    let make: @Sendable (inout ModelDocument) -> Void
  }

  static let mistakes = [
    Mistake(testDescription: "no inverse", finding: "property shelf: the relationship has no inverse") {
      $0.entities[2].relationships[1].inverseName = nil
      $0.entities[2].relationships[1].inverseEntityName = nil
      $0.entities[3].relationships = []
    },
    Mistake(testDescription: "no action", finding: "the delete rule No Action leaves references to deleted objects") {
      $0.entities[3].relationships[0].deleteRule = .noAction
    },
    Mistake(
      testDescription: "nullify of required", finding: "the delete rule Nullify empties Book.shelf, which is required"
    ) {
      $0.entities[2].relationships[1].isOptional = false
    },
    Mistake(testDescription: "cascade both ways", finding: "both ends cascade") {
      $0.entities[2].relationships[1].deleteRule = .cascade
      $0.entities[3].relationships[0].deleteRule = .cascade
    },
    Mistake(testDescription: "both required", finding: "both ends are required, so neither object can be saved first") {
      $0.entities[0].relationships[1].isOptional = false
      $0.entities[0].relationships[1].deleteRule = .cascade
      $0.entities[4].relationships[0].isOptional = false
      $0.entities[4].relationships[0].deleteRule = .deny
    },
    Mistake(testDescription: "transient", finding: "a required transient attribute without default fails every save") {
      $0.entities[2].attributes[0].isTransient = true
      $0.entities[2].attributes[0].isOptional = false
    },
    Mistake(testDescription: "transformer", finding: "no value transformer is named") {
      $0.entities[2].attributes[0].type = .transformable
    },
    Mistake(testDescription: "optional scalar", finding: "an optional scalar reads as 0 when it has no value") {
      $0.entities[2].attributes[1].usesScalarValueType = true
    },
    Mistake(testDescription: "capitals", finding: "the name differs from title by its capitals only") {
      $0.entities[2].attributes.append(Library.attribute("tiTle", .string))
    },
  ]

  private func check(_ document: ModelDocument, _ words: String...) throws -> ToolPlace.Result {
    let place = try ToolPlace()
    defer { place.remove() }
    let url = place.folder.appendingPathComponent("Library.xcdatamodeld")
    try ModelWriter.write([document], to: url)
    return place.run(["model", "check", url.path] + words)
  }

  @Test func aSoundModelHasNoProblems() throws {
    #expect(try check(Library.document()) == ToolPlace.Result(status: .success, output: "no problems\n", error: ""))
  }

  @Test(arguments: mistakes) func eachRuleFindsItsMistake(_ mistake: Mistake) throws {
    var document = Library.document()
    mistake.make(&document)
    let result = try check(document)
    #expect(result.status == .findings)
    #expect(result.output.contains(mistake.finding), "\(result.output)\(result.error)")
    let json = try JSONSerialization.jsonObject(with: Data(try check(document, "--json").output.utf8))
    let problems = (json as? [String: Any])?["problems"] as? [[String: Any]] ?? []
    #expect(problems.contains { $0["entity"] is String && ($0["reason"] as? String)?.isEmpty == false })
  }
}
