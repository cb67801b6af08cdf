import Foundation

/// The values that the placeholders of a format stand for.
struct FormatArguments {
  private let values: [Any?]

  init(_ values: [Any?]) { self.values = values }

  /// nil when there is no such argument.
  func expression(for placeholder: FormatPlaceholder) -> ExpressionTree? {
    guard placeholder.index < values.count else { return nil }
    let value = AnyValue.unwrapped(values[placeholder.index])
    switch placeholder.kind {
    case .keyPath:
      return (value as? String).map(ExpressionTree.init(keyPath:))
    case .integer:
      guard let value, let number = NumericValue(value) else { return nil }
      return .constant(number.integer.map { Int($0) } ?? number.object)
    case .real:
      return value.flatMap { NumericValue($0) }.map { .constant($0.double) }
    case .object, .character, .cString, .pointer:
      return ExpressionTree(argument: value)
    }
  }

  /// Reads a C argument list as the placeholders of `format` describe it.
  ///
  /// Swift cannot step through such a list. `vsnprintf` can: it prints every argument in hexadecimal, which loses
  /// nothing, and the text is read back.
  static func values(of list: CVaListPointer, for format: String) -> [Any?] {
    let tokens: [PredicateToken]
    do {
      tokens = try PredicateLexer.tokens(of: format)
    } catch {
      preconditionFailure("\(error)")
    }
    var placeholders: [Int: FormatPlaceholder] = [:]
    for case .placeholder(let placeholder) in tokens.map(\.kind) { placeholders[placeholder.index] = placeholder }
    let count = placeholders.count
    guard count > 0 else { return [] }
    let ordered = (0..<count).map { index -> FormatPlaceholder in
      guard let placeholder = placeholders[index] else {
        preconditionFailure("The format \"\(format)\" skips argument \(index + 1)")
      }
      return placeholder
    }
    let pattern = ordered.map(\.hexadecimalConversion).joined(separator: " ")
    var text = [CChar](repeating: 0, count: count * 40 + 1)
    let length = text.withUnsafeMutableBufferPointer { vsnprintf($0.baseAddress, $0.count, pattern, list) }
    precondition(length >= 0 && length < text.count, "The argument list does not fit the format \"\(format)\"")
    let fields = String(decoding: text[..<Int(length)].map { UInt8(bitPattern: $0) }, as: UTF8.self).split(
      separator: " ")
    return zip(ordered, fields).map { $0.value(ofHexadecimal: $1) }
  }
}

extension FormatPlaceholder {
  fileprivate var hexadecimalConversion: String {
    switch kind {
    case .real: "%a"
    case .integer: "%" + (length == "q" ? "ll" : length) + "x"
    case .character: "%x"
    case .object, .keyPath, .cString, .pointer: "%lx"
    }
  }

  fileprivate func value(ofHexadecimal text: Substring) -> Any? {
    if kind == .real { return Double(text) }
    let bits = UInt(text, radix: 16) ?? 0
    switch kind {
    case .real, .integer:
      guard isSigned else { return Int(exactly: bits) ?? bits }
      switch length {
      case "hh": return Int(Int8(truncatingIfNeeded: bits))
      case "h": return Int(Int16(truncatingIfNeeded: bits))
      case "": return Int(Int32(truncatingIfNeeded: bits))
      default: return Int(bitPattern: bits)
      }
    case .character: return Int(Int32(truncatingIfNeeded: bits))
    case .pointer: return bits
    case .object, .keyPath:
      return UnsafeRawPointer(bitPattern: bits).map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
    case .cString: return UnsafePointer<CChar>(bitPattern: bits).map { String(cString: $0) }
    }
  }
}
