/// A piece of SQL with the parameters that stand in it, in order. Interpolation keeps both together.
struct SQLFragment: ExpressibleByStringInterpolation, Sendable {
  var text: String
  var parameters: [SQLParameter]

  init(_ text: String, _ parameters: [SQLParameter] = []) {
    self.text = text
    self.parameters = parameters
  }

  init(stringLiteral value: String) { self.init(value) }
  init(stringInterpolation: StringInterpolation) { self = stringInterpolation.fragment }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var fragment = SQLFragment("")

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { fragment.text += literal }
    mutating func appendInterpolation(_ identifier: SQLIdentifier) { fragment.text += identifier.sql }
    mutating func appendInterpolation(raw text: some CustomStringConvertible) { fragment.text += text.description }

    mutating func appendInterpolation(_ other: SQLFragment) {
      fragment.text += other.text
      fragment.parameters += other.parameters
    }

    mutating func appendInterpolation(_ parameter: SQLParameter) {
      fragment.text += "?"
      fragment.parameters.append(parameter)
    }
  }

  static let null: SQLFragment = "NULL"
  static let yes: SQLFragment = "1"
  static let no: SQLFragment = "0"
}

extension Sequence<SQLFragment> {
  func joined(separator: String) -> SQLFragment {
    var result = SQLFragment("")
    for (index, part) in enumerated() {
      if index > 0 { result.text += separator }
      result.text += part.text
      result.parameters += part.parameters
    }
    return result
  }
}

/// What is bound to a parameter: a constant of the request, by its number, in the form that its place asks for.
struct SQLParameter: Sendable {
  var constant: Int
  var encoding: ConstantEncoding
}
