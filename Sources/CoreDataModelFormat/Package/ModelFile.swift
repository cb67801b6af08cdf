import Foundation

/// Reads model files whole, up to a size.
enum ModelFile {
  static let maximumSize = 256 << 20

  static func contents(of url: URL, maximumSize: Int = maximumSize) throws(ModelFormatError) -> Data {
    let manager = FileManager.default
    var isDirectory: ObjCBool = false
    guard manager.fileExists(atPath: url.path, isDirectory: &isDirectory) else {
      throw ModelFormatError(.missingFile, file: url.path, reason: "there is no such file")
    }
    guard !isDirectory.boolValue else {
      throw ModelFormatError(.unreadableFile, file: url.path, reason: "a file is expected here, this is a folder")
    }
    if let size = try? manager.attributesOfItem(atPath: url.path)[.size] as? Int, size > maximumSize {
      throw ModelFormatError(
        .limitExceeded, file: url.path, reason: "the file is \(size) bytes, more than a model may be")
    }
    do {
      return try Data(contentsOf: url)
    } catch {
      throw ModelFormatError(.unreadableFile, file: url.path, reason: "the file cannot be read: \(error)")
    }
  }
}
