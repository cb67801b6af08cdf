/// An option of a verb.
protocol OptionDescription: Sendable {
  var name: String { get }
  /// How help calls the value; nil for a flag.
  var valueName: String? { get }
  var help: String { get }
  var isRepeatable: Bool { get }
  /// What the text of a value has to be; nil when the value is fine.
  func complaint(about text: String) -> String?
}

/// An option whose values are of one type.
struct Option<Value: Sendable>: OptionDescription {
  let name: String
  let valueName: String?
  let help: String
  var isRepeatable = false
  /// What a value has to be, in words.
  let expected: String
  /// nil for text that is no value.
  let read: @Sendable (String) -> Value?

  func complaint(about text: String) -> String? { read(text) == nil ? expected : nil }
}

extension Option where Value == String {
  static func text(_ name: String, _ valueName: String, _ help: String, isRepeatable: Bool = false) -> Self {
    Option(
      name: name, valueName: valueName, help: help, isRepeatable: isRepeatable, expected: "text", read: { $0 })
  }
}

extension Option where Value == Int {
  static func count(_ name: String, _ help: String) -> Self {
    Option(name: name, valueName: "N", help: help, expected: "a whole number, 0 or more") { text in
      Int(text).flatMap { $0 >= 0 ? $0 : nil }
    }
  }
}

extension Option where Value == Bool {
  static func flag(_ name: String, _ help: String) -> Self {
    Option(name: name, valueName: nil, help: help, expected: "", read: { _ in true })
  }
}

extension Option where Value: RawRepresentable<String> & CaseIterable {
  /// One of the cases, by its raw value.
  static func choice(_ name: String, _ valueName: String, _ help: String) -> Self {
    let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
    return Option(
      name: name, valueName: valueName, help: "\(help): \(names)", expected: "one of \(names)",
      read: { Value(rawValue: $0) })
  }
}
