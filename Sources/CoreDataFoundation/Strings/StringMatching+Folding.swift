import Foundation

extension StringMatching {
  /// The form of `text` that is compared under `options`.
  package static func folded(_ text: String, _ options: Options) -> String {
    var text = text
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return options.contains(.caseInsensitive) ? text.lowercased() : text }
    if options.contains(.diacriticInsensitive) { text = withoutDiacritics(text) }
    return options.contains(.caseInsensitive) ? caseFolded(text) : text
  }

  /// Unicode's full case folding, built of the mappings the standard library has: lower, upper and lower again
  /// brings every scalar to its folding, save the dotless i, which folds to itself.
  private static func caseFolded(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x41...0x5A: result.append(Unicode.Scalar(UInt8(scalar.value) + 0x20))
      case 0..<0x80, 0x131: result.append(scalar)
      default:
        for lower in scalar.properties.lowercaseMapping.unicodeScalars {
          for upper in lower.properties.uppercaseMapping.unicodeScalars {
            result.append(contentsOf: upper.properties.lowercaseMapping.unicodeScalars)
          }
        }
      }
    }
    return String(result)
  }

  private static func withoutDiacritics(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars
    where scalar.properties.generalCategory != .nonspacingMark {
      result.append(scalar)
    }
    return String(result)
  }
}
