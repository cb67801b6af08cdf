import Foundation

extension ValueTransformer {
  /// Registers a transformer, in place of the one that had the name; nil takes the name away. Any thread may call this.
  public class func setValueTransformer(_ transformer: ValueTransformer?, forName name: NSValueTransformerName) {
    TransformerRegistry.shared.set(transformer, name)
  }

  /// The transformer registered under a name; nil when there is none. Any thread may call this.
  ///
  /// Apple's version then looks for a class of that name and makes an instance of it. Swift can only make instances of a
  /// class by name that promises an initializer, which would forbid subclasses initializers of their own: register an
  /// instance.
  public convenience init?(forName name: NSValueTransformerName) {
    self.init(factory: { TransformerRegistry.shared.transformer(name) as? Self })
  }

  /// The names of all registered transformers, in no order. Any thread may call this.
  public class func valueTransformerNames() -> [NSValueTransformerName] { TransformerRegistry.shared.names }
}

extension _FactoryInitializable {
  /// Makes `self` the object that `make` returns, or fails.
  package init?(factory make: () -> Self?) {
    guard let object = make() else { return nil }
    self = object
  }
}

// @unchecked: every access to the table holds `lock`.
private final class TransformerRegistry: @unchecked Sendable {
  static let shared = TransformerRegistry()

  private let lock = NSLock()
  private var transformers: [NSValueTransformerName: ValueTransformer] = [
    .negateBooleanTransformerName: NegateBooleanTransformer(),
    .isNilTransformerName: BooleanTransformer { $0 == nil },
    .isNotNilTransformerName: BooleanTransformer { $0 != nil },
    .secureUnarchiveFromDataTransformerName: NSSecureUnarchiveFromDataTransformer(),
  ]

  func set(_ transformer: ValueTransformer?, _ name: NSValueTransformerName) {
    lock.withLock { transformers[name] = transformer }
  }

  func transformer(_ name: NSValueTransformerName) -> ValueTransformer? {
    lock.withLock { transformers[name] }
  }

  var names: [NSValueTransformerName] { lock.withLock { Array(transformers.keys) } }
}
