/// A token of the predicate format language.
enum FormatToken: Equatable {
  /// A word that may be a keyword.
  case word(String)
  /// A word marked with "#", which never is a keyword.
  case key(String)
  /// "@count" and the like.
  case collectionOperator(String)
  case variable(String)
  case integer(Int64)
  case double(Double)
  case string(String)
  case symbol(String)

  /// The upper-case form of a word; empty for anything else.
  var keyword: String {
    if case .word(let word) = self { word.uppercased() } else { "" }
  }
}
