/// A fetch index of an entity.
package struct FetchIndexRecord: Equatable, Sendable {
  package struct Element: Equatable, Sendable {
    /// The raw values are those of Apple's `NSFetchIndexElementType`.
    package enum Kind: Int, Sendable {
      case binary = 0
      case rTree = 1
    }

    /// What is indexed.
    package enum Subject: Equatable, Sendable {
      case property(String)
      case expression(String, type: AttributeType)
    }

    package var subject: Subject
    package var kind = Kind.binary
    package var isAscending = true

    package init(_ subject: Subject) {
      self.subject = subject
    }

    /// The name of the indexed property; nil if an expression is indexed.
    package var propertyName: String? {
      if case .property(let name) = subject { name } else { nil }
    }
  }

  package var name: String
  package var elements: [Element] = []
  /// Only rows that satisfy it are indexed; nil for all rows.
  package var partialIndexPredicate: PredicateText?

  package init(name: String) {
    self.name = name
  }
}
