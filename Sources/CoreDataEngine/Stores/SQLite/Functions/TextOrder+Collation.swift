import CoreDataSQLite

extension TextOrder {
  /// The collation's name in statements.
  var collation: String {
    switch self {
    case .localized: "CoreDataLocalized"
    case .localizedCaseInsensitive: "CoreDataLocalizedNoCase"
    case .localizedStandard: "CoreDataLocalizedStandard"
    case .caseInsensitive: "CoreDataNoCase"
    }
  }

  func register(on connection: Connection) throws {
    try connection.register(collation: collation) { left, right in
      compare(String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self)).rawValue
    }
  }
}
