import Foundation

extension ArchivedModelDecoder {
  /// Objects that a default value never is, and through which it would reach the whole model.
  private static let modelClasses: Set<String> = [
    "NSManagedObjectModel", "NSEntityDescription", "NSPropertyDescription",
  ]

  func nonEmpty(_ value: KeyedArchive.Value?) -> String? {
    archive.string(value).flatMap { $0.isEmpty ? nil : $0 }
  }

  func renamingIdentifier(of fields: [String: KeyedArchive.Value], name: String) -> String? {
    nonEmpty(fields["NSRenamingIdentifier"]).flatMap { $0 == name ? nil : $0 }
  }

  mutating func userInfo(
    of fields: [String: KeyedArchive.Value], entityName: String, property: String? = nil
  ) throws(ModelFormatError) -> [String: ModelValue] {
    var info: [String: ModelValue] = [:]
    for (key, value) in try pairs(fields["NSUserInfo"]) {
      info[key] = try modelValue(value, type: .undefined, entityName: entityName, property: property)
    }
    return info
  }

  /// A value as an attribute's type asks for, else as an archive of its own; nil if there is none.
  mutating func modelValue(
    _ value: KeyedArchive.Value?, type: AttributeType, entityName: String, property: String?
  ) throws(ModelFormatError) -> ModelValue? {
    guard let value, !archive.isNull(value) else { return nil }
    if let typed = typedValue(value, type: type) { return typed }
    guard let extracted = archive.extract(value, limit: remainingBudget, avoiding: Self.modelClasses) else {
      throw ModelFormatError(
        .limitExceeded, entity: entityName, property: property,
        reason: "a value reaches into the model or is too large")
    }
    try spend(extracted.entries.count)
    return .archived(extracted.data())
  }

  /// Nil if the value is not of the type.
  func typedValue(_ value: KeyedArchive.Value, type: AttributeType) -> ModelValue? {
    switch type {
    case .integer16, .integer32, .integer64:
      archive.integer(value).map { .integer(Int64($0)) }
    case .boolean:
      archive.double(value).map { .boolean($0 != 0) }
    case .double, .float:
      archive.double(value).map(ModelValue.double)
    case .decimal:
      decimal(value).map(ModelValue.decimal)
    case .date:
      date(value).map(ModelValue.date)
    case .string:
      archive.string(value).map(ModelValue.string)
    case .binary:
      archive.data(value).map(ModelValue.data)
    case .uuid:
      uuid(value).map(ModelValue.uuid)
    case .uri:
      url(value).map(ModelValue.url)
    case .undefined, .transformable, .objectID, .composite:
      plainValue(value)
    }
  }

  /// A value by its own class; nil if that is none of the plain ones.
  func plainValue(_ value: KeyedArchive.Value) -> ModelValue? {
    switch archive.resolve(value) {
    case .value(.boolean(let flag)): return .boolean(flag)
    case .value(.integer(let number)): return .integer(number)
    case .value(.double(let number)): return .double(number)
    case .value(.date(let interval)): return .date(interval)
    case .value(.data(let data)): return .data(data)
    case .value(.string(let text)): return .string(text)
    case .value: return nil
    case .object(let object):
      if let text = archive.string(value) { return .string(text) }
      if let decimal = decimal(value) { return .decimal(decimal) }
      if let date = date(value) { return .date(date) }
      if let uuid = uuid(value) { return .uuid(uuid) }
      if object.classNames.contains("NSURL") { return url(value).map(ModelValue.url) }
      if let data = archive.data(value) { return .data(data) }
      return nil
    }
  }

  private func date(_ value: KeyedArchive.Value) -> Double? {
    switch archive.resolve(value) {
    case .value(.date(let interval)): interval
    case .object(let object): archive.double(object.fields["NS.time"])
    default: nil
    }
  }

  private func uuid(_ value: KeyedArchive.Value) -> UUID? {
    guard let object = archive.object(value), let bytes = archive.data(object.fields["NS.uuidbytes"]), bytes.count == 16
    else { return nil }
    return bytes.withUnsafeBytes { buffer in UUID(uuid: buffer.loadUnaligned(as: uuid_t.self)) }
  }

  private func url(_ value: KeyedArchive.Value) -> String? {
    guard let object = archive.object(value), let relative = archive.string(object.fields["NS.relative"]) else {
      return nil
    }
    guard let base = archive.object(object.fields["NS.base"]).flatMap({ archive.string($0.fields["NS.relative"]) })
    else { return relative }
    return URL(string: relative, relativeTo: URL(string: base))?.absoluteString ?? relative
  }

  /// `NSDecimalNumber` archives its mantissa as 16-bit words, in the byte order it names.
  private func decimal(_ value: KeyedArchive.Value) -> String? {
    guard let object = archive.object(value) else {
      switch archive.resolve(value) {
      case .value(.integer(let number)): return String(number)
      case .value(.double(let number)): return DecimalText("\(number)")?.canonical
      case .value(.string(let text)): return DecimalText(text)?.canonical
      default: return nil
      }
    }
    guard let mantissa = archive.data(object.fields["NS.mantissa"]), mantissa.count == 16,
      let exponent = archive.integer(object.fields["NS.exponent"])
    else { return nil }
    let isLittleEndian = archive.integer(object.fields["NS.mantissa.bo"]) != 2
    let words = (0..<8).map { index -> UInt128 in
      let first = UInt128(mantissa[mantissa.startIndex + 2 * index])
      let second = UInt128(mantissa[mantissa.startIndex + 2 * index + 1])
      return isLittleEndian ? first | second << 8 : first << 8 | second
    }
    let length = min(max(archive.integer(object.fields["NS.length"]) ?? 8, 0), 8)
    let number = words.prefix(length).reversed().reduce(UInt128(0)) { $0 << 16 | $1 }
    let digits = Array(String(number).utf8)
    let isNegative = archive.flag(object.fields["NS.negative"])
    return DecimalText(digits: digits, exponent: exponent, isNegative: isNegative)?.canonical
  }
}
