import CoreDataSQLite

/// The orders of text that go by language, by Foundation's own comparison.
enum SQLCollation: String, CaseIterable {
  /// `localizedCompare`
  case localized = "CoreDataLocalized"
  /// `localizedCaseInsensitiveCompare`
  case localizedCaseInsensitive = "CoreDataLocalizedNoCase"
  /// `localizedStandardCompare`: numbers in a text by their value, as file managers sort.
  case localizedStandard = "CoreDataLocalizedStandard"
  /// `caseInsensitiveCompare`
  case caseInsensitive = "CoreDataNoCase"

  func compare(_ left: String, _ right: String) -> ComparisonResult {
    switch self {
    case .localized: left.localizedCompare(right)
    case .localizedCaseInsensitive: left.localizedCaseInsensitiveCompare(right)
    case .localizedStandard: left.localizedStandardCompare(right)
    case .caseInsensitive: left.caseInsensitiveCompare(right)
    }
  }

  func register(on connection: Connection) throws {
    try connection.register(collation: rawValue) { left, right in
      compare(String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self)).rawValue
    }
  }
}
