/// Evaluates the condition of an `#if` for a platform without Apple's frameworks.
///
/// The value is nil where the sources alone do not tell, as for a flag of the build: both branches count then.
struct CompilationCondition {
  private static let absentModules: Set<String> = [
    "ObjectiveC", "Darwin", "UIKit", "AppKit", "SwiftUI", "Combine", "CloudKit", "CoreGraphics", "CoreSpotlight",
  ]
  private static let presentModules: Set<String> = ["Foundation", "Glibc", "Dispatch", "CoreData"]

  private let tokens: [SwiftToken]
  private var index = 0

  private init(_ tokens: [SwiftToken]) { self.tokens = tokens }

  static func value(of text: String) -> Bool? {
    var condition = CompilationCondition(SwiftLexer.tokens(of: text))
    return condition.either()
  }

  private mutating func either() -> Bool? {
    var value = both()
    while takes("||") {
      let other = both()
      value = value == true || other == true ? true : value == false && other == false ? false : nil
    }
    return value
  }

  private mutating func both() -> Bool? {
    var value = single()
    while takes("&&") {
      let other = single()
      value = value == false || other == false ? false : value == true && other == true ? true : nil
    }
    return value
  }

  private mutating func single() -> Bool? {
    if takes("!") { return single().map { !$0 } }
    if takes("(") {
      let value = either()
      _ = takes(")")
      return value
    }
    guard index < tokens.count else { return nil }
    let word = tokens[index].text
    index += 1
    if word == "true" { return true }
    if word == "false" { return false }
    guard takes("(") else { return nil }
    var argument = ""
    while index < tokens.count, !tokens[index].isSymbol(")") {
      argument += tokens[index].text
      index += 1
    }
    _ = takes(")")
    switch word {
    case "canImport":
      if Self.absentModules.contains(argument) { return false }
      return Self.presentModules.contains(argument) ? true : nil
    case "os": return argument == "Linux"
    case "targetEnvironment": return false
    default: return nil
    }
  }

  private mutating func takes(_ symbols: String) -> Bool {
    let characters = symbols.map(String.init)
    guard index + characters.count <= tokens.count,
      zip(characters, tokens[index...]).allSatisfy({ $1.isSymbol($0) })
    else { return false }
    index += characters.count
    return true
  }
}
