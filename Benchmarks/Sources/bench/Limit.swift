/// A single figure of the contender that has a bound of its own, beside the table of ratios.
struct Limit: Encodable {
  let name: String
  let unit: String
  let value: Double
  var atMost: Double?
  var atLeast: Double?

  var isBroken: Bool { value > atMost ?? .infinity || value < atLeast ?? -.infinity }
}
