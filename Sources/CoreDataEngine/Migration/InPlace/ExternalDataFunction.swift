import CoreDataSQLite

/// An SQL function that gives the bytes of a stored value that may lie in a file of its own.
enum ExternalDataFunction {
  static let name = "CoreDataExternalData"

  /// `folder` is where the files are.
  static func register(on connection: Connection, folder: URL) throws {
    try connection.register(function: name, argumentCount: 1, deterministic: false) { arguments in
      guard let bytes = arguments.blob(0) else { return .null }
      switch ExternalData.form(of: Data(bytes)) {
      case .inline(let data): return .blob([UInt8](data))
      case .file(let name): return .blob([UInt8](try Data(contentsOf: folder.appendingPathComponent(name))))
      }
    }
  }
}
