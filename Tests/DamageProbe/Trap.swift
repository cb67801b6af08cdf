import Foundation

/// A class that no archive of a store or model may bring to life.
final class Trap: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  override init() { super.init() }

  init?(coder: NSCoder) { fatalError("an archive has made an object of a class that is on no list") }

  func encode(with coder: NSCoder) {}

  /// An archive of one, also under names that programs elsewhere trust.
  static let archive: Data? = {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.encode(Trap(), forKey: NSKeyedArchiveRootObjectKey)
    archiver.finishEncoding()
    return archiver.encodedData
  }()
}
