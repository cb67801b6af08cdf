import Foundation

/// A sort descriptor that reads its values by key path.
final class KeyedSortDescriptor: NSSortDescriptor {
  /// How two values, which may be nil, compare when ascending.
  typealias Order = (Any?, Any?) -> ComparisonResult

  /// nil sorts the objects themselves.
  let name: String?
  private let keys: [String]
  private let read: ((Any) -> Any?)?
  private let order: Order
  /// Whether the order is the one of the values themselves, which a store knows too.
  let isValueOrder: Bool
  /// A comparator given by the caller.
  private let given: Comparator?

  init(name: String?, ascending: Bool, comparator: Comparator? = nil, read: ((Any) -> Any?)? = nil) {
    self.name = name
    self.read = read
    keys = name.map { $0.split(separator: ".").map(String.init) } ?? []
    given = comparator
    isValueOrder = comparator == nil
    order =
      comparator.map { comparator in
        // A comparator knows no nil: nil is the smallest, whatever it does.
        { left, right in
          guard let left, let right else { return AnyValue.compareSorting(left, right) }
          return comparator(left, right)
        }
      } ?? AnyValue.compareSorting
    super.init(keyPath: \Any.self, ascending: ascending, comparator: { _, _ in .orderedSame })
  }

  override var comparator: Comparator {
    let order = order
    return { order(AnyValue.unwrapped($0), AnyValue.unwrapped($1)) }
  }

  override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
    let result = order(value(of: object1), value(of: object2))
    return ascending ? result : result.reversed
  }

  private func value(of object: Any) -> Any? {
    if let read { return AnyValue.unwrapped(read(object)) }
    do {
      return try KeyPathReader.value(at: keys, of: AnyValue.unwrapped(object))
    } catch {
      preconditionFailure("Cannot sort by \(name ?? "SELF"): \(error)")
    }
  }

  override var reversedSortDescriptor: Any {
    KeyedSortDescriptor(name: name, ascending: !ascending, comparator: given, read: read)
  }

  override var description: String { "(\(name ?? "SELF"), \(ascending ? "ascending" : "descending"))" }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? KeyedSortDescriptor else { return false }
    if other === self { return true }
    // Closures cannot be compared.
    guard isValueOrder, other.isValueOrder, name != nil else { return false }
    return name == other.name && ascending == other.ascending
  }

  override var hash: Int {
    var hasher = Hasher()
    hasher.combine(name)
    hasher.combine(ascending)
    return hasher.finalize()
  }
}
