/// A rule line of `tzdata.zi`: when the clocks change, and to what.
struct RuleRecord: Sendable {
  let firstYear: Int
  /// Nil when the rule holds for good.
  let lastYear: Int?
  /// 1 to 12.
  let month: Int
  /// A day of the month, or a weekday with a condition, such as `lastSu` or `Su>=8`.
  let day: String
  /// When in the day, in seconds after midnight by `clock`.
  let time: ClockTime
  /// Seconds added to standard time.
  let saving: Int
  /// What stands for `%s` in an era's format; nil for nothing.
  let letters: String?

  /// Fields after the name: FROM TO - IN ON AT SAVE LETTER.
  init?(fields: ArraySlice<Substring>) {
    let fields = Array(fields)
    guard fields.count == 8, let first = Int(fields[0]), let month = MonthName.number(fields[3]),
      let time = ClockTime(fields[5]), let saving = ClockTime(fields[6])
    else { return nil }
    switch fields[1] {
    case "o": lastYear = first
    case "ma": lastYear = nil
    case let year:
      guard let last = Int(year) else { return nil }
      lastYear = last
    }
    firstYear = first
    self.month = month
    day = String(fields[4])
    self.time = time
    self.saving = saving.seconds
    letters = fields[7] == "-" ? nil : String(fields[7])
  }
}
