/// A stretch of time in which a zone keeps one standard time and one set of rules.
struct EraRecord: Sendable {
  /// Seconds east of Greenwich.
  let offset: Int
  /// The name of the rules in force; nil for none.
  let ruleSet: String?
  /// Seconds added all the time, without rules.
  let saving: Int
  /// The abbreviation, in which `%s` stands for a rule's letters and `%z` for the offset.
  let format: String
  /// When the era ends, as year, month, day and time; nil for the last one.
  let until: String?
  let untilYear: Int?

  /// Fields: STDOFF RULES FORMAT [UNTIL…].
  init?(fields: ArraySlice<Substring>) {
    let fields = Array(fields)
    guard (3...7).contains(fields.count), let offset = ClockTime(fields[0]) else { return nil }
    self.offset = offset.seconds
    // Rules are a name, an amount of time, or "-" for neither.
    let amount = fields[1] == "-" ? 0 : ClockTime(fields[1])?.seconds
    saving = amount ?? 0
    ruleSet = amount == nil ? String(fields[1]) : nil
    format = String(fields[2])
    let end = fields.dropFirst(3)
    until = end.isEmpty ? nil : end.joined(separator: " ")
    if let year = end.first {
      guard let number = Int(year) else { return nil }
      untilYear = number
    } else {
      untilYear = nil
    }
  }
}
