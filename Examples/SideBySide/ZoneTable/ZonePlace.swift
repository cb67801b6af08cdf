/// Where a time zone lies: a line of `zone.tab` or `zone1970.tab`.
struct ZonePlace: Sendable {
  let zone: String
  /// Degrees, north and east are positive.
  let latitude: Double
  let longitude: Double
  /// The codes of the countries in the zone.
  let countryCodes: [String]
  /// What tells the zone from others of its country; nil when there is none.
  let comments: String?

  init?(fields: [Substring]) {
    guard (3...4).contains(fields.count), let position = Self.coordinates(fields[1]) else { return nil }
    countryCodes = fields[0].split(separator: ",").map(String.init)
    (latitude, longitude) = position
    zone = String(fields[2])
    comments = fields.count == 4 ? String(fields[3]) : nil
  }

  // ISO 6709 without separators: ±DDMM±DDDMM or ±DDMMSS±DDDMMSS.
  private static func coordinates(_ text: Substring) -> (Double, Double)? {
    guard let split = text.dropFirst().firstIndex(where: { $0 == "+" || $0 == "-" }),
      let latitude = degrees(text[..<split], wholeDigits: 2),
      let longitude = degrees(text[split...], wholeDigits: 3)
    else { return nil }
    return (latitude, longitude)
  }

  private static func degrees(_ text: Substring, wholeDigits: Int) -> Double? {
    let digits = text.dropFirst()
    let rest = digits.dropFirst(wholeDigits)
    guard let sign = text.first, rest.count == 2 || rest.count == 4, let whole = Double(digits.prefix(wholeDigits)),
      let minutes = Double(rest.prefix(2)), let seconds = Double(rest.count == 4 ? rest.suffix(2) : "0")
    else { return nil }
    return (sign == "-" ? -1 : 1) * (whole + minutes / 60 + seconds / 3600)
  }
}
