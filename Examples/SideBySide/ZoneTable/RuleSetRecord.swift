/// The rules of daylight saving that go by one name.
struct RuleSetRecord: Sendable {
  let name: String
  var rules: [RuleRecord]
}
