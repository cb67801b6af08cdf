import Foundation

/// Readings of the Foundation classes that archives are made of; each is nil where the value is something else.
extension KeyedArchive {
  /// What stands for an absent value in the dictionaries of model caches.
  private static let emptySlot = "__empty_slot_token_4c24_98dc_ac1e_b773__"

  package func isNull(_ value: Value?) -> Bool {
    if case .value(.null) = resolve(value) { true } else { false }
  }

  package func string(_ value: Value?) -> String? {
    switch resolve(value) {
    case .value(.string(let text)): text
    case .object(let object):
      if case .string(let text)? = object.fields["NS.string"] { text } else { nil }
    default: nil
    }
  }

  package func integer(_ value: Value?) -> Int? {
    switch resolve(value) {
    case .value(.integer(let number)): Int(number)
    case .value(.boolean(let flag)): flag ? 1 : 0
    case .value(.double(let number)): Int(exactly: number)
    default: nil
    }
  }

  package func double(_ value: Value?) -> Double? {
    switch resolve(value) {
    case .value(.integer(let number)): Double(number)
    case .value(.boolean(let flag)): flag ? 1 : 0
    case .value(.double(let number)): number
    default: nil
    }
  }

  /// False for an absent value: archives leave out flags that are not set.
  package func flag(_ value: Value?) -> Bool {
    (integer(value) ?? 0) != 0
  }

  package func data(_ value: Value?) -> Data? {
    switch resolve(value) {
    case .value(.data(let data)): data
    case .object(let object):
      if case .value(.data(let data)) = resolve(object.fields["NS.data"] ?? object.fields["NS.bytes"]) {
        data
      } else {
        nil
      }
    default: nil
    }
  }

  /// The elements of an array or set.
  package func elements(_ value: Value?) -> [Value]? {
    switch resolve(value) {
    case .value(.array(let values)): values
    case .object(let object):
      if case .value(.array(let values)) = resolve(object.fields["NS.objects"]) { values } else { nil }
    default: nil
    }
  }

  /// The pairs of a dictionary with string keys, in the archive's order.
  package func pairs(_ value: Value?) -> [(key: String, value: Value)]? {
    switch resolve(value) {
    case .value(.dictionary(let values)):
      return values.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) }
    case .object(let object):
      let isKnownKeys = object.fields["searchMapping"] != nil
      let keys =
        isKnownKeys
        ? self.object(object.fields["searchMapping"]).flatMap { elements($0.fields["keys"]) }
        : elements(object.fields["NS.keys"])
      let values = elements(object.fields[isKnownKeys ? "values" : "NS.objects"])
      guard let keys, let values else { return nil }
      return zip(keys, values).compactMap { key, value in
        guard let name = string(key), !isKnownKeys || string(value) != Self.emptySlot else { return nil }
        return (key: name, value: value)
      }
    default:
      return nil
    }
  }

  /// Strings of an array or set; what is no string is left out.
  package func strings(_ value: Value?) -> [String] {
    (elements(value) ?? []).compactMap { string($0) }
  }
}
