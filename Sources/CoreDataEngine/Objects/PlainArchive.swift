import CoreDataModelFormat

/// Reads keyed archives of Foundation's plain classes, and of no other: nothing in an archive can make an object of another
/// class, end the program or fill the memory, as Foundation's own unarchiver on Linux lets damaged archives do.
struct PlainArchive {
  /// Why an archive cannot be read.
  private struct Refusal: Error {}

  private let archive: KeyedArchive
  private let allowsOrderedSets: Bool
  private var made: [Int: Any] = [:]
  private var underway = Set<Int>()
  private static let deepest = 512

  /// The object of an archive; nil for data that is none, and for one that holds an object of another class.
  static func object(from data: Data, allowsOrderedSets: Bool = true) -> Any? {
    guard let archive = try? KeyedArchive(data: data) else { return nil }
    var reader = PlainArchive(archive: archive, allowsOrderedSets: allowsOrderedSets)
    guard let root = archive.top["root"] ?? archive.top["$0"] else { return nil }
    return try? reader.object(root, depth: 0)
  }

  private init(archive: KeyedArchive, allowsOrderedSets: Bool) {
    self.archive = archive
    self.allowsOrderedSets = allowsOrderedSets
  }

  /// nil for the archived nil.
  private mutating func object(_ value: KeyedArchive.Value, depth: Int) throws -> Any? {
    guard depth < PlainArchive.deepest else { throw Refusal() }
    switch value {
    case .null: return nil
    case .boolean(let flag): return NSNumber(value: flag)
    case .integer(let number): return NSNumber(value: number)
    case .double(let number): return NSNumber(value: number)
    case .date(let seconds): return NSDate(timeIntervalSinceReferenceDate: seconds)
    case .string(let text): return NSString(string: text)
    case .data(let data): return NSData(data: data)
    case .array, .dictionary: throw Refusal()
    case .reference(let index):
      if let known = made[index] { return known }
      switch archive.resolve(value) {
      case .value(.null): return nil
      case .value(.reference): throw Refusal()
      case .value(let inner):
        // The text that stands for nil.
        if index == 0 { return nil }
        return try object(inner, depth: depth + 1)
      case .object(let object):
        guard underway.insert(index).inserted else { throw Refusal() }
        defer { underway.remove(index) }
        let result = try self.object(object, depth: depth + 1)
        made[index] = result
        return result
      }
    }
  }

  private mutating func object(_ object: KeyedArchive.Object, depth: Int) throws -> Any {
    let fields = object.fields
    switch object.className {
    case "NSString", "NSMutableString":
      if let text = archive.string(fields["NS.string"]) { return NSString(string: text) }
      guard case .data(let bytes)? = fields["NS.bytes"] else { throw Refusal() }
      return NSString(string: String(decoding: bytes, as: UTF8.self))
    case "NSData", "NSMutableData":
      guard case .value(.data(let bytes)) = archive.resolve(fields["NS.data"] ?? fields["NS.bytes"]) else {
        throw Refusal()
      }
      return NSData(data: bytes)
    case "NSDate":
      return NSDate(timeIntervalSinceReferenceDate: try number(fields["NS.time"]).doubleValue)
    case "NSNumber":
      let value = fields["NS.intval"] ?? fields["NS.dblval"] ?? fields["NS.boolval"]
      return try number(value)
    case "NSNull": return NSNull()
    case "NSUUID":
      guard case .value(.data(let bytes)) = archive.resolve(fields["NS.uuidbytes"]), bytes.count == 16 else {
        throw Refusal()
      }
      let uuid = UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
      guard let object = NSUUID(uuidString: uuid.uuidString) else { throw Refusal() }
      return object
    case "NSURL": return try url(fields, depth)
    case "NSDecimalNumber", "NSDecimalNumberPlaceholder": return try decimal(fields)
    case "NSArray", "NSMutableArray": return NSArray(array: try members(fields["NS.objects"], depth))
    case "NSSet", "NSMutableSet": return NSSet(array: try members(fields["NS.objects"], depth))
    case "NSOrderedSet", "NSMutableOrderedSet":
      guard allowsOrderedSets else { throw Refusal() }
      if let list = fields["NS.objects"] { return NSOrderedSet(array: try members(list, depth)) }
      var list: [Any] = []
      while let value = fields["NS.object.\(list.count)"] {
        list.append(try self.object(value, depth: depth) ?? NSNull())
      }
      return NSOrderedSet(array: list)
    case "NSDictionary", "NSMutableDictionary":
      let (keys, values) = (try members(fields["NS.keys"], depth), try members(fields["NS.objects"], depth))
      let names = keys.compactMap { $0 as? NSObject }
      guard names.count == values.count else { throw Refusal() }
      return NSDictionary(objects: values, forKeys: names)
    default: throw Refusal()
    }
  }

  private mutating func members(_ value: KeyedArchive.Value?, _ depth: Int) throws -> [Any] {
    guard let elements = archive.elements(value) else { throw Refusal() }
    return try elements.map { try object($0, depth: depth) ?? NSNull() }
  }

  private func number(_ value: KeyedArchive.Value?) throws -> NSNumber {
    switch archive.resolve(value) {
    case .value(.integer(let number)): return NSNumber(value: number)
    case .value(.double(let number)): return NSNumber(value: number)
    case .value(.boolean(let flag)): return NSNumber(value: flag)
    default: throw Refusal()
    }
  }

  private mutating func url(_ fields: [String: KeyedArchive.Value], _ depth: Int) throws -> NSURL {
    guard let text = archive.string(fields["NS.relative"]) else { throw Refusal() }
    let base = try fields["NS.base"].flatMap { try object($0, depth: depth) } as? NSURL
    guard let url = base.flatMap({ NSURL(string: text, relativeTo: $0.absoluteURL) }) ?? NSURL(string: text) else {
      throw Refusal()
    }
    return url
  }

  private func decimal(_ fields: [String: KeyedArchive.Value]) throws -> NSDecimalNumber {
    guard case .value(.data(let mantissa)) = archive.resolve(fields["NS.mantissa"]), mantissa.count <= 16,
      mantissa.count % 2 == 0
    else { throw Refusal() }
    let (length, exponent) = (try number(fields["NS.length"]).intValue, try number(fields["NS.exponent"]).intValue)
    guard (0...8).contains(length), (-128...127).contains(exponent) else { throw Refusal() }
    let isBig = archive.integer(fields["NS.mantissa.bo"]) == 2
    let bytes = [UInt8](mantissa)
    var significand = Decimal(0)
    for place in stride(from: min(length, bytes.count / 2) - 1, through: 0, by: -1) {
      let (low, high) = isBig ? (bytes[2 * place + 1], bytes[2 * place]) : (bytes[2 * place], bytes[2 * place + 1])
      significand = significand * 65_536 + Decimal(Int(high) << 8 | Int(low))
    }
    let isNegative = (try? number(fields["NS.negative"]).boolValue) ?? false
    if length == 0, isNegative { return .notANumber }
    return NSDecimalNumber(
      decimal: Decimal(sign: isNegative ? .minus : .plus, exponent: exponent, significand: significand))
  }
}
