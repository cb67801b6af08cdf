/// Finds the class that a model names.
enum ObjectClass {
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
