/// The reference objects by which a store of a program's own names its objects, and the keys by which the engine does.
///
/// @unchecked Sendable: everything is inside `book`; reference objects are used as values.
final class ReferenceTable: @unchecked Sendable {
  private struct Book {
    var keys: [Name: Int64] = [:]
    var references: [Int64: Any] = [:]
    /// The keys by the references' descriptions, as URIs have them.
    var keysByText: [TextName: Int64] = [:]
  }

  private struct Name: Hashable {
    let root: Int
    let reference: AnyHashable
  }

  private struct TextName: Hashable {
    let root: Int
    let text: String
  }

  private let book = Lock(Book())
  private let keys: MemoryKeys

  /// `keys` number the objects of all hierarchies together.
  init(keys: MemoryKeys) { self.keys = keys }

  /// The key of a reference object; a new one for one that is seen for the first time.
  func key(for reference: Any, in layout: EntityLayout) -> Int64 {
    guard let hashable = reference as? AnyHashable else {
      fatalError("The reference object \(reference) of '\(layout.name)' is not hashable, so it cannot name an object.")
    }
    let name = Name(root: layout.rootIndex, reference: hashable)
    return book.withLock { book in
      if let key = book.keys[name] { return key }
      let key = keys.allocate(1, root: layout.rootIndex).lowerBound
      book.keys[name] = key
      book.references[key] = reference
      book.keysByText[TextName(root: layout.rootIndex, text: "\(reference)")] = key
      return key
    }
  }

  /// The reference object of a key; nil for a key that was not made here.
  func reference(of key: Int64) -> Any? { book.withLock { $0.references[key] } }

  /// What follows the `p` of a URI: the description, escaped.
  func text(of key: Int64) -> String? {
    reference(of: key).map { "\($0)".addingPercentEncoding(withAllowedCharacters: ReferenceTable.plain) ?? "" }
  }

  /// The key that a URI names: that of a known reference object with this description, or of the text itself.
  func key(ofText escaped: String, in layout: EntityLayout) -> Int64? {
    guard let text = escaped.removingPercentEncoding, !text.isEmpty else { return nil }
    let known = book.withLock { $0.keysByText[TextName(root: layout.rootIndex, text: text)] }
    return known ?? key(for: text, in: layout)
  }

  private static let plain = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "/;"))
}
