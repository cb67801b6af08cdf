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

  /// The class called `name`: with its module, or without one in the program's main module. `NSManagedObject`, with a
  /// warning, when there is none; a class given to a fetch or an initializer later takes its place.
  static func named(_ name: String?, entityName: String) -> NSManagedObject.Type {
    guard let name, !name.isEmpty, name != "NSManagedObject" else { return NSManagedObject.self }
    let plain = name.hasPrefix(".") ? String(name.dropFirst()) : name
    let mainModule = ProcessInfo.processInfo.processName.replacingOccurrences(of: "-", with: "_")
    for candidate in [plain, "\(mainModule).\(plain)"] {
      if let found = NSClassFromString(candidate) as? NSManagedObject.Type { return found }
    }
    return NSManagedObject.self
  }
}
