/// An accessor of a to-many relationship, told from its name and labels.
struct AccessorCall {
  /// What follows "addTo" and the like.
  let stem: String
  private let before: String
  private let after: String

  init?(_ name: String, _ labels: [String?], count: Int) {
    let form: (prefix: String, before: String, after: String)? =
      switch (labels, count) {
      case ([nil], 1) where name.hasPrefix("addTo"): ("addTo", "add(value0, to: ", ")")
      case ([nil], 1) where name.hasPrefix("removeFrom"): ("removeFrom", "remove(value0, from: ", ")")
      case (["at"], 1) where name.hasPrefix("removeFrom"): ("removeFrom", "remove(at: value0, from: ", ")")
      case ([nil, "at"], 2) where name.hasPrefix("insertInto"): ("insertInto", "insert(value0, into: ", ", at: value1)")
      case (["at", "with"], 2) where name.hasPrefix("replace"):
        ("replace", "replace(at: value0, with: value1, in: ", ")")
      default: nil
      }
    guard let form else { return nil }
    stem = String(name.dropFirst(form.prefix.count))
    before = form.before
    after = form.after
  }

  func text(_ relationship: String) -> String {
    "\(before)ManagedProperties.\(SwiftName.escaped(relationship))\(after)"
  }
}
