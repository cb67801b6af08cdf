/// What a derived attribute is computed from: the forms that Apple's documentation lists.
enum Derivation: Equatable {
  enum TextFunction: String {
    case canonical, uppercase, lowercase

    /// The name in the predicate language.
    var call: String { "\(rawValue):" }
  }

  enum Figure: String {
    case count, sum, average, minimum, maximum

    /// The names that expressions use.
    static let names: [String: Figure] = [
      "count": .count, "sum": .sum, "average": .average, "avg": .average, "min": .minimum, "max": .maximum,
    ]

    /// The function of SQL.
    var sql: String {
      switch self {
      case .count: "COUNT"
      case .sum: "SUM"
      case .average: "AVG"
      case .minimum: "MIN"
      case .maximum: "MAX"
      }
    }
  }

  /// The moment of the save.
  case now
  /// The value at the end of a path of to-one relationships.
  case path([String], TextFunction?)
  /// Something of all members of a to-many relationship; `of` is empty for their number.
  case figure(Figure, relationship: String, of: [String])

  /// Reads `now()`, `name`, `author.name`, `canonical:(name)`, `pages.@count`, `pages.@sum.words`, `pages.words.@sum`
  /// and `sum:(pages.words)`; nil for anything else.
  init?(_ text: String) {
    let text = text.filter { !$0.isWhitespace }
    if text == "now()" {
      self = .now
      return
    }
    if let open = text.firstIndex(of: "("), text.last == ")" {
      var name = text[..<open]
      if name.last == ":" { name.removeLast() }
      let argument = text[text.index(after: open)..<text.index(before: text.endIndex)]
      self.init(function: String(name), of: Derivation.keys(argument))
      return
    }
    let keys = Derivation.keys(text[...])
    guard let place = keys.firstIndex(where: { $0.hasPrefix("@") }) else {
      self.init(path: keys, function: nil)
      return
    }
    self.init(function: String(keys[place].dropFirst()), of: Array(keys[..<place] + keys[(place + 1)...]))
  }

  private static func keys(_ path: Substring) -> [String] {
    path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  private init?(path keys: [String], function: TextFunction?) {
    guard !keys.isEmpty, keys.allSatisfy(Derivation.isName) else { return nil }
    self = .path(keys, function)
  }

  private init?(function name: String, of keys: [String]) {
    if let function = TextFunction(rawValue: name) {
      self.init(path: keys, function: function)
      return
    }
    guard let figure = Figure.names[name], let relationship = keys.first, keys.allSatisfy(Derivation.isName),
      (keys.count == 1) == (figure == .count)
    else { return nil }
    self = .figure(figure, relationship: relationship, of: Array(keys.dropFirst()))
  }

  private static func isName(_ key: String) -> Bool {
    !key.isEmpty && key.allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber }
  }
}
