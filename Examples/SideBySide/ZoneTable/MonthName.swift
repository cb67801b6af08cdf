/// Months as `tzdata.zi` shortens them: to the fewest letters that tell one from the others.
enum MonthName {
  private static let names = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// 1 to 12, or nil when the text is no month or could be several.
  static func number(_ text: Substring) -> Int? {
    let matches = names.indices.filter { names[$0].hasPrefix(text) }
    return matches.count == 1 ? matches[0] + 1 : nil
  }
}
