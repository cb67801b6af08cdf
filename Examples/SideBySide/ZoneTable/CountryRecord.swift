/// A line of `iso3166.tab`.
struct CountryRecord: Sendable {
  /// Two letters, after ISO 3166.
  let code: String
  let name: String

  init?(fields: [Substring]) {
    guard fields.count == 2 else { return nil }
    code = String(fields[0])
    name = String(fields[1])
  }
}
