import Foundation

/// Lets an initializer hand back a subclass: an extension initializer of a protocol that is not bound to classes may
/// assign `self`.
public protocol _FactoryInitializable {}

extension _FactoryInitializable {
  /// Makes `self` the object that `make` returns.
  package init(factory make: () -> Self) { self = make() }
}

extension NSPredicate: _FactoryInitializable {}
extension NSSortDescriptor: _FactoryInitializable {}
