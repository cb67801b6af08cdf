import Foundation

@testable import CoreDataEngine

/// A row as evaluation in memory sees it.
final class Node: KeyValueCoding, IdentifiedValue {
  let layout: EntityLayout
  let key: Int64
  var values: [String: Any] = [:]

  init(_ layout: EntityLayout, _ key: Int64) {
    self.layout = layout
    self.key = key
  }

  var comparisonIdentity: AnyHashable { RowIdentity(root: layout.rootIndex, key: key) }

  func value(forKey key: String) -> Any? {
    if let value = values[key] { return value }
    if layout.property(named: key)?.isToMany == true { return [Node]() }
    return nil
  }

  func setValue(_ value: Any?, forKey key: String) { values[key] = value }
}
