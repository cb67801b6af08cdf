import Foundation

/// A sort descriptor that compares whole objects as a Swift `SortDescriptor` does.
final class SwiftSortDescriptor: NSSortDescriptor {
  let name: String?
  let isValueOrder: Bool
  private let order: Comparator

  init(name: String?, ascending: Bool, isValueOrder: Bool, compare: @escaping Comparator) {
    self.name = name
    self.isValueOrder = isValueOrder
    order = compare
    super.init(keyPath: \Any.self, ascending: ascending, comparator: compare)
  }

  override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
    let result = order(object1, object2)
    return ascending ? result : result.reversed
  }

  override var reversedSortDescriptor: Any {
    SwiftSortDescriptor(name: name, ascending: !ascending, isValueOrder: isValueOrder, compare: order)
  }
}
