import Foundation

/// Renders archived predicates and expressions in the format language of `NSPredicate(format:)`.
///
/// What has no text there (blocks, custom selectors, subqueries of unknown layout) is reported with the reason.
struct ArchivedPredicateText {
  struct Failure: Error {
    let reason: String
  }

  static let maximumDepth = 64
  /// Archives may share parts, so the text can be far longer than the archive.
  static let maximumLength = 1 << 16

  let archive: KeyedArchive

  /// Nil if there is no predicate.
  func predicate(_ value: KeyedArchive.Value?) -> PredicateText? {
    guard let value, !archive.isNull(value) else { return nil }
    var renderer = Renderer(archive: archive)
    do {
      return .format(try renderer.predicate(value, depth: 0).text)
    } catch {
      return .opaque(reason: error.reason)
    }
  }

  func expression(_ value: KeyedArchive.Value?, object: KeyedArchive.Object? = nil) -> Result<String, Failure> {
    var renderer = Renderer(archive: archive)
    do throws(Failure) {
      guard let object = object ?? archive.object(value) else { throw Failure(reason: "there is no expression") }
      return .success(try renderer.expression(object, depth: 0))
    } catch {
      return .failure(error)
    }
  }

  /// Counts what it has written, as the bound on shared and cyclic graphs.
  struct Renderer {
    let archive: KeyedArchive
    private var written = 0

    init(archive: KeyedArchive) {
      self.archive = archive
    }

    mutating func note(_ text: String, depth: Int) throws(Failure) -> String {
      written += text.utf8.count
      guard depth <= maximumDepth, written <= maximumLength else {
        throw Failure(reason: "the predicate is too deep or too long")
      }
      return text
    }

    /// The text, and whether it must be bracketed inside another compound.
    mutating func predicate(
      _ value: KeyedArchive.Value, depth: Int
    ) throws(Failure) -> (text: String, isCompound: Bool) {
      _ = try note("", depth: depth)
      guard let object = archive.object(value) else { throw Failure(reason: "a predicate is missing") }
      switch object.className {
      case "NSTruePredicate": return ("TRUEPREDICATE", false)
      case "NSFalsePredicate": return ("FALSEPREDICATE", false)
      case "NSComparisonPredicate": return (try comparison(object, depth: depth), false)
      case "NSCompoundPredicate": return try compound(object, depth: depth)
      default: throw Failure(reason: "\(object.className) has no text")
      }
    }

    private mutating func compound(
      _ object: KeyedArchive.Object, depth: Int
    ) throws(Failure) -> (text: String, isCompound: Bool) {
      let parts = archive.elements(object.fields["NSSubpredicates"]) ?? []
      let type = archive.integer(object.fields["NSCompoundPredicateType"])
      if type == 0 {
        guard parts.count == 1 else { throw Failure(reason: "a negation of \(parts.count) predicates") }
        let inner = try predicate(parts[0], depth: depth + 1).text
        return (try note("NOT (\(inner))", depth: depth), false)
      }
      guard type == 1 || type == 2 else { throw Failure(reason: "unknown kind of compound predicate") }
      if parts.isEmpty { return (type == 1 ? "TRUEPREDICATE" : "FALSEPREDICATE", false) }
      if parts.count == 1 { return try predicate(parts[0], depth: depth + 1) }
      var texts: [String] = []
      for part in parts {
        let (text, isCompound) = try predicate(part, depth: depth + 1)
        texts.append(isCompound ? "(\(text))" : text)
      }
      return (try note(texts.joined(separator: type == 1 ? " AND " : " OR "), depth: depth), true)
    }

    private mutating func comparison(_ object: KeyedArchive.Object, depth: Int) throws(Failure) -> String {
      guard let left = archive.object(object.fields["NSLeftExpression"]),
        let right = archive.object(object.fields["NSRightExpression"]),
        let comparisonOperator = archive.object(object.fields["NSPredicateOperator"])
      else { throw Failure(reason: "a comparison lacks a side or its operator") }
      let modifier: String
      switch archive.integer(comparisonOperator.fields["NSModifier"]) ?? 0 {
      case 0: modifier = ""
      case 1: modifier = "ALL "
      case 2: modifier = "ANY "
      default: throw Failure(reason: "unknown comparison modifier")
      }
      let symbol = try symbol(of: comparisonOperator)
      let leftText = try expression(left, depth: depth + 1)
      let rightText = try expression(right, depth: depth + 1)
      return try note("\(modifier)\(leftText) \(symbol) \(rightText)", depth: depth)
    }

    private func symbol(of object: KeyedArchive.Object) throws(Failure) -> String {
      let symbols = [
        0: "<", 1: "<=", 2: ">", 3: ">=", 4: "==", 5: "!=", 6: "MATCHES", 7: "LIKE", 8: "BEGINSWITH", 9: "ENDSWITH",
        10: "IN", 99: "CONTAINS", 100: "BETWEEN",
      ]
      guard let type = archive.integer(object.fields["NSOperatorType"]), let symbol = symbols[type] else {
        throw Failure(reason: "\(object.className) has no text")
      }
      let options = archive.integer(object.fields["NSFlags"] ?? object.fields["NSOptions"]) ?? 0
      let letters = [(1, "c"), (2, "d"), (4, "n"), (8, "l")].filter { options & $0.0 != 0 }.map(\.1).joined()
      return letters.isEmpty ? symbol : "\(symbol)[\(letters)]"
    }
  }
}
