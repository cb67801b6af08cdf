import Foundation

/// The spelling of derivation expressions that version hashes are made of.
package enum DerivationText {
  /// `items.@count` is described as `count:(items)`, likewise the other collection operators; function calls lose
  /// optional blanks; anything else stays.
  package static func canonical(_ text: String) -> String {
    let text = text.filter { !$0.isWhitespace }
    guard let at = text.lastIndex(of: "@"), at > text.startIndex, text[text.index(before: at)] == "." else {
      return text
    }
    let path = text[..<text.index(before: at)]
    let rest = text[text.index(after: at)...]
    if rest == "count" { return "count:(\(path))" }
    guard let dot = rest.firstIndex(of: ".") else { return text }
    return "\(rest[..<dot]):(\(path).\(rest[rest.index(after: dot)...]))"
  }
}
