import Foundation

/// A text that compares in an order of its own; nil is the smallest.
///
/// Sort descriptors of Swift hold key paths to such values, because Foundation on Linux gives them no other way to sort
/// text by language.
package struct OrderedText: Comparable {
  package let text: String?
  package let order: TextOrder

  package init(text: String?, order: TextOrder) {
    self.text = text
    self.order = order
  }

  package static func < (left: OrderedText, right: OrderedText) -> Bool {
    left.compare(right) == .orderedAscending
  }

  package static func == (left: OrderedText, right: OrderedText) -> Bool { left.compare(right) == .orderedSame }

  private func compare(_ other: OrderedText) -> ComparisonResult {
    SortOrdering.text(order).compare(text, other.text)
  }
}
