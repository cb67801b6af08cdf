/// The form in which a constant is bound.
indirect enum ConstantEncoding: Sendable {
  case number
  /// A double; in a list the members that are none are left out.
  case real
  /// A number that is compared with whole numbers.
  case integer
  /// A number in the form that decimals are stored in.
  case decimal
  case text
  /// The least text that is greater than every text with this prefix.
  case textUpperBound
  /// Text that has been folded for a comparison with options.
  case folded(StringMatching.Options)
  /// A regular expression, which is checked before anything runs.
  case pattern(StringMatching.Options)
  case date, data, uuid
  /// The key of an object or ID of the hierarchy; 0, which no row has, for objects that cannot be there.
  case key(rootIndex: Int?)
  /// The number of an entity description.
  case entity
  /// One member of a list.
  case member(Int, ConstantEncoding)
  /// All members of a list in one parameter, as JSON.
  case list(ConstantEncoding)
}

/// Turns constants into bound values.
struct ConstantEncoder {
  let schema: SQLSchema
  /// The store whose IDs count; nil takes the IDs of any.
  var store: ObjectIdentifier?

  func value(_ constant: Any?, _ encoding: ConstantEncoding) throws -> SQLValue {
    guard let value = PlainValue.unwrapped(constant) else { return .null }
    switch encoding {
    case .number, .real: return try NumericValue(value).map(ConstantEncoder.number) ?? mismatch(value, "number")
    case .integer, .decimal: return ConstantEncoder.decimal(try NumericValue(value) ?? mismatch(value, "number"))
    case .text: return .text(try text(value))
    case .textUpperBound: return .rawText(Array(try text(value).utf8) + [0xFF])
    case .folded(let options): return .text(StringMatching.folded(try text(value), options))
    case .pattern(let options):
      let pattern = try text(value)
      do {
        _ = try StringMatching.matches("", pattern, options)
      } catch {
        throw QueryError.error("Can't do regex matching, reason: \(error)", underlying: error)
      }
      return .text(pattern)
    case .date: return .double(try date(value).timeIntervalSinceReferenceDate)
    case .data: return .blob(try data(value))
    case .uuid: return .blob(try uuid(value))
    case .key(let rootIndex): return .integer(try key(value, rootIndex))
    case .entity: return .integer(try number(ofEntity: value))
    case .member(let index, let encoding):
      guard let members = value as? [Any], index < members.count else { return try mismatch(value, "list") }
      return try self.value(members[index], encoding)
    case .list(let encoding):
      guard let members = value as? [Any] else { return try mismatch(value, "list") }
      return .rawText(try list(members, encoding))
    }
  }

  static func number(_ number: NumericValue) -> SQLValue {
    switch number {
    case .integer(let value): return .integer(value)
    case .unsigned(let value): return .double(Double(value))
    case .real(let value): return .double(value)
    case .decimal(let value):
      let whole = (value as NSDecimalNumber).int64Value
      return Decimal(whole) == value ? .integer(whole) : .double(number.double)
    }
  }

  static func decimal(_ number: NumericValue) -> SQLValue {
    switch number {
    case .integer, .real: return self.number(number)
    case .unsigned, .decimal: break
    }
    switch DecimalCoding.form(of: number.decimal) {
    case .integer(let value): return .integer(value)
    case .double(let value): return .double(value)
    case .digits(let digits): return .blob(Data(digits.utf8))
    }
  }

  func mismatch<T>(_ value: Any, _ expected: String) throws -> T {
    throw QueryError.error("The value \(value) of type \(type(of: value)) is used where a \(expected) is expected.")
  }

  func text(_ value: Any) throws -> String {
    if let text = value as? String { return text }
    if let url = value as? URL { return url.absoluteString }
    if let url = value as? NSURL { return url.absoluteString }
    if let text = value as? NSString { return text._bridgeToSwift() }
    return try mismatch(value, "string")
  }

  func date(_ value: Any) throws -> Date {
    if let date = value as? Date { return date }
    if let date = value as? NSDate {
      return Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
    }
    return try mismatch(value, "date")
  }

  func data(_ value: Any) throws -> Data {
    if let data = value as? Data { return data }
    if let data = value as? NSData { return Data(referencing: data) }
    return try mismatch(value, "binary value")
  }

  func uuid(_ value: Any) throws -> Data {
    let uuid = value as? UUID ?? (value as? NSUUID).flatMap { UUID(uuidString: $0.uuidString) }
    guard let uuid else { return try mismatch(value, "UUID") }
    return withUnsafeBytes(of: uuid.uuid) { Data($0) }
  }

  func key(_ value: Any, _ rootIndex: Int?) throws -> Int64 {
    guard let id = value as? NSManagedObjectID ?? (value as? NSManagedObject)?.objectID else {
      return try mismatch(value, "object")
    }
    if let rootIndex, id.layout.rootIndex != rootIndex { return 0 }
    if let store, id.storeIdentity != store { return 0 }
    return max(id.key, 0)
  }

  private func number(ofEntity value: Any) throws -> Int64 {
    guard let entity = value as? NSEntityDescription else { return try mismatch(value, "entity") }
    guard let layout = schema.model.layout(of: entity), let number = schema.entities[layout.index]?.number else {
      return 0
    }
    return Int64(number)
  }
}
