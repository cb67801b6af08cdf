import Foundation

/// A sort descriptor that reads its values by key path.
final class KeyedSortDescriptor: NSSortDescriptor {
  /// nil sorts the objects themselves.
  let name: String?
  let givenOrdering: SortOrdering
  private let keys: [String]
  /// Reads a value by a Swift key path; nil for an object of another class than the key path's.
  private let read: ((Any) -> Any??)?

  init(name: String?, ascending: Bool, ordering: SortOrdering = .natural, read: ((Any) -> Any??)? = nil) {
    self.name = name
    givenOrdering = ordering
    self.read = read
    keys = name.map { $0.split(separator: ".").map(String.init) } ?? []
    super.init(keyPath: \Any.self, ascending: ascending, comparator: { _, _ in .orderedSame })
  }

  override var comparator: Comparator {
    let ordering = givenOrdering
    return { ordering.compare(AnyValue.unwrapped($0), AnyValue.unwrapped($1)) }
  }

  override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
    let result = givenOrdering.compare(value(of: object1), value(of: object2))
    return ascending ? result : result.reversed
  }

  private func value(of object: Any) -> Any? {
    if let value = read?(object) { return AnyValue.unwrapped(value) }
    do {
      return try KeyPathReader.value(at: keys, of: AnyValue.unwrapped(object))
    } catch {
      preconditionFailure("Cannot sort by \(name ?? "SELF"): \(error)")
    }
  }

  override var reversedSortDescriptor: Any {
    KeyedSortDescriptor(name: name, ascending: !ascending, ordering: givenOrdering, read: read)
  }

  override var description: String {
    let selector = givenOrdering.selector.map { ", \($0)" } ?? ""
    return "(\(name ?? "SELF"), \(ascending ? "ascending" : "descending")\(selector))"
  }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? KeyedSortDescriptor else { return false }
    if other === self { return true }
    // Closures cannot be compared.
    guard let selector = givenOrdering.selector, selector == other.givenOrdering.selector, name != nil else {
      return false
    }
    return name == other.name && ascending == other.ascending
  }

  override var hash: Int {
    var hasher = Hasher()
    hasher.combine(name)
    hasher.combine(ascending)
    return hasher.finalize()
  }
}
