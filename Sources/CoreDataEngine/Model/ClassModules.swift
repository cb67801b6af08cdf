/// The modules in which classes of a model were met: the model may name its other classes without theirs.
final class ClassModules: Sendable {
  private let list = Lock([String]())

  var names: [String] { list.withLock { $0 } }

  /// Notes the module of a class that is an entity's.
  func note(_ type: NSManagedObject.Type) {
    guard let module = ObjectClass.module(of: type) else { return }
    list.withLock { if !$0.contains(module) { $0.append(module) } }
  }
}
