import CoreDataFoundation

/// What has to hold for every text.
enum ParserCheck {
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  /// Few, so that formats that ask for more are refused.
  private static var arguments: [Any?] { ["key", 1, 2.5, ["a", "b"], nil, "x", 7, "y"] }

  /// Whether the text is a predicate. Throws a `Mistake` when the parser or what it gives misbehaves.
  static func check(_ text: String) throws -> Bool {
    let tree: PredicateTree
    do {
      tree = try PredicateTree(format: text, arguments: arguments)
    } catch let error as PredicateFormatError {
      try checkError(error, text)
      return false
    } catch {
      throw Mistake(description: "An undocumented error: \(error)")
    }
    let format = tree.format
    do {
      let again = try PredicateTree(format: format)
      if again != tree { throw Mistake(description: "Another predicate is read from its text: \(format)") }
      if again.format != format { throw Mistake(description: "The text changes: \(format), \(again.format)") }
      if again.hashValue != tree.hashValue { throw Mistake(description: "Equal predicates have two hashes: \(format)") }
    } catch let error as PredicateFormatError {
      throw Mistake(description: "Its own text cannot be read: \(format): \(error)")
    }
    // Most make no sense for the object; that is an error, not the end.
    _ = try? PredicateEvaluator().matches(tree, ["a": 1, "name": "x", "list": [1, 2, 3]] as [String: Any])
    return true
  }

  private static func checkError(_ error: PredicateFormatError, _ text: String) throws {
    guard error.format == text, (0...text.unicodeScalars.count).contains(error.position), !error.expected.isEmpty else {
      throw Mistake(description: "The error does not say what is wrong: \(error)")
    }
  }
}
