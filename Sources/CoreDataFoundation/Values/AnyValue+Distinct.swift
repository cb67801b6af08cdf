import Foundation

/// Telling values apart by hash.
extension AnyValue {
  /// What is equal for two values exactly when SQLite takes them for the same; nil for a value that cannot be hashed.
  package static func distinctKey(_ value: Any) -> AnyHashable? {
    switch ValueKind(value) {
    case .text(let text): DistinctText(text: text)
    case .number(let number): DistinctNumber(number: number)
    case .other: (value as? any IdentifiedValue)?.comparisonIdentity ?? hashable(value)
    case .date, .id, .data, .url: hashable(value)
    }
  }

  /// The set of a list's members. Decimals are Swift's, which can be hashed.
  static func set(_ list: Any?) -> Set<AnyHashable> {
    let members = list.flatMap(elements) ?? []
    return Set(members.compactMap { ($0 as? NSDecimalNumber)?.decimalValue as AnyHashable? ?? $0 as? AnyHashable })
  }
}

/// A text that is told from others by its bytes. To Swift a letter with an accent equals the letter and the accent that
/// follow each other.
private struct DistinctText: Hashable {
  let text: String

  static func == (left: DistinctText, right: DistinctText) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

/// A number that is told from others by its value. Foundation on Linux cannot hash decimals: the program would end.
private struct DistinctNumber: Hashable {
  let number: NumericValue

  static func == (left: DistinctNumber, right: DistinctNumber) -> Bool {
    left.number.compare(right.number) == .orderedSame
  }

  func hash(into hasher: inout Hasher) { hasher.combine(number.double) }
}
