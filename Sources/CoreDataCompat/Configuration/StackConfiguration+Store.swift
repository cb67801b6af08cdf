import Foundation

extension StackConfiguration {
  /// The store's name: the one given, or the model's, or the program's.
  public var resolvedStoreName: String {
    if let storeName { return storeName }
    switch model {
    case .named(let name, _): return name
    case .url(let url): return url.deletingPathExtension().lastPathComponent
    case .merged, .instance: return ProcessInfo.processInfo.processName
    }
  }

  /// Where the store lies, whichever stack opens it; nil for one in memory.
  ///
  /// Throws `StackError.noSharedFolder` for an app group that this process has no access to.
  public var storeURL: URL? {
    get throws {
      if storeType == .inMemory { return nil }
      let folder: URL
      switch place {
      case .file(let url): return URL(fileURLWithPath: url.path, isDirectory: false)
      case .directory(let url): folder = url
      case .applicationData: folder = NSPersistentContainer.defaultDirectoryURL()
      case .appGroup(let identifier):
        guard let shared = Bridge.sharedFolder(ofGroup: identifier) else {
          throw StackError.noSharedFolder(group: identifier)
        }
        folder = shared
      }
      return folder.appendingPathComponent("\(resolvedStoreName).\(fileExtension)", isDirectory: false)
    }
  }

  private var fileExtension: String {
    // By name, since not every system has all types.
    switch storeType.rawValue {
    case "Binary": "binary"
    case "XML": "xml"
    default: "sqlite"
    }
  }

  /// What a stack needs to know of its store.
  func blueprint() throws -> StoreBlueprint {
    StoreBlueprint(
      name: resolvedStoreName, type: storeType, url: try storeURL, modelConfiguration: modelConfiguration,
      isReadOnly: isReadOnly, timeout: timeout, pragmas: pragmas, tracksHistory: tracksHistory,
      fileProtection: fileProtection, migrates: onIncompatibleStore == .migrate)
  }
}
