import Foundation

/// Reads the small property lists that packages hold.
enum PropertyListFile {
  private static let maximumSize = 16 << 20

  static func dictionary(at url: URL) throws(ModelFormatError) -> [String: Any] {
    let data = try ModelFile.contents(of: url, maximumSize: maximumSize)
    guard let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any] else {
      throw ModelFormatError(.malformedXML, file: url.path, reason: "the file is not a property list dictionary")
    }
    return list
  }

  static func data(
    _ list: [String: Any], format: PropertyListSerialization.PropertyListFormat
  ) throws(ModelFormatError) -> Data {
    do {
      return try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
    } catch {
      throw ModelFormatError(.invalidValue, reason: "the property list cannot be written: \(error)")
    }
  }
}
