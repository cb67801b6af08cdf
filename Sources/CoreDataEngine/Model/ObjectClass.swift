/// Finds the class that a model names.
enum ObjectClass {
  /// Whether `type` is `other` or lies below it.
  static func isKind(_ type: NSManagedObject.Type, of other: NSManagedObject.Type) -> Bool {
    var current: AnyClass? = type
    while let candidate = current {
      if candidate == other { return true }
      current = _getSuperclass(candidate)
    }
    return false
  }

  /// The class called `name`, which may be in any of `modules` when the name tells no module, or one that does not have
  /// it. `NSManagedObject` when there is none; a class given to a fetch or an initializer later takes its place.
  static func named(_ name: String?, in modules: [String]) -> NSManagedObject.Type {
    guard let name, !name.isEmpty, name != "NSManagedObject" else { return NSManagedObject.self }
    let plain = name.split(separator: ".").last.map(String.init) ?? name
    let mainModule = identifier(ProcessInfo.processInfo.processName)
    for candidate in [name] + (modules + [mainModule]).map({ "\($0).\(plain)" }) {
      if let found = NSClassFromString(candidate) as? NSManagedObject.Type { return found }
    }
    return NSManagedObject.self
  }

  /// The modules that a model in a resource bundle may belong to: the bundle is called after package and target.
  static func modules(ofModelAt url: URL) -> [String] {
    let bundle = url.deletingLastPathComponent()
    guard bundle.pathExtension == "resources" else { return [] }
    let name = bundle.deletingPathExtension().lastPathComponent
    // Either name may have underscores of its own.
    return name.indices.filter { name[$0] == "_" }.map { identifier(String(name[name.index(after: $0)...])) }
  }

  /// The module of a class.
  static func module(of type: NSManagedObject.Type) -> String? {
    String(reflecting: type).split(separator: ".").first.map(String.init)
  }

  /// The name of the module that a product or target of this name makes.
  private static func identifier(_ name: String) -> String {
    String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }
}
