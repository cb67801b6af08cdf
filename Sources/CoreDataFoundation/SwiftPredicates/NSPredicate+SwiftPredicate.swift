import Foundation

extension NSPredicate {
  /// The same condition as a Swift predicate over one object; nil when a part of it has no counterpart.
  ///
  /// Key paths must begin at classes whose properties go by key, such as managed objects. Follows Apple's
  /// `NSPredicate(_:)`.
  public convenience init?<Input>(_ predicate: Predicate<Input>) {
    guard let tree = try? SwiftPredicateConverter.tree(predicate) else { return nil }
    self.init(factory: { NSPredicate.make(tree) as? Self })
  }
}
