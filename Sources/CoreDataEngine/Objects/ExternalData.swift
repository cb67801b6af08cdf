/// The stored form of binary values that may lie outside of the store: a first byte of 1 and the bytes themselves, or a
/// first byte of 2, the name of a file and a final 0.
enum ExternalData {
  static let inlineMark: UInt8 = 1
  static let referenceMark: UInt8 = 2

  enum Form {
    case inline(Data)
    case file(name: String)
  }

  /// What stored bytes stand for. Bytes in neither form are taken as they are.
  static func form(of stored: Data) -> Form {
    switch stored.first {
    case inlineMark: return .inline(stored.dropFirst().withUnsafeBytes { Data($0) })
    case referenceMark where stored.count == 38 && stored.last == 0:
      return .file(name: String(decoding: stored.dropFirst().dropLast(), as: UTF8.self))
    default: return .inline(stored)
    }
  }

  /// The bytes, read from their file where they lie in one.
  static func resolve(_ stored: Data, in store: (any ObjectStore)?) throws -> Data {
    switch form(of: stored) {
    case .inline(let data): return data
    case .file(let name):
      guard let store else {
        throw NSError.coreData(NSPersistentStoreOperationError, reason: "The store of the file \(name) is closed.")
      }
      return try store.externalData(named: name)
    }
  }
}
