import Testing

@testable import CoreDataModelFormat

@Suite struct CompilationConditionTests {
  @Test(
    arguments: [
      ("canImport(ObjectiveC)", false), ("!canImport(ObjectiveC)", true), ("os(Linux)", true), ("os(iOS)", false),
      ("os(macOS) || os(Linux)", true), ("canImport(Foundation) && !os(tvOS)", true),
      ("(os(iOS) || DEBUG) && os(iOS)", false),
      ("DEBUG", nil), ("!DEBUG", nil), ("DEBUG || os(Linux)", true), ("swift(>=6.0)", nil),
      ("targetEnvironment(simulator)", false), ("false", false),
    ] as [(String, Bool?)])
  func valueIsThatOfAPlatformWithoutObjectiveC(text: String, value: Bool?) {
    #expect(CompilationCondition.value(of: text) == value)
  }

  @Test func branchesThatAreNotCompiledAreLeftOut() {
    let source = """
      a
      #if os(iOS)
      b
      #elseif os(Linux)
      c
      #if DEBUG
      d
      #else
      e
      #endif
      #else
      f
      #endif
      #if canImport(ObjectiveC)
      g
      #else
      h
      #endif
      """
    #expect(SwiftLexer.tokens(of: source).compiled.map(\.text) == ["a", "c", "d", "e", "h"])
  }
}
