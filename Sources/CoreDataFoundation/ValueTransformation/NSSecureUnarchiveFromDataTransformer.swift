import Foundation

/// Reads objects from archived data, of allowed classes only, and archives them.
///
/// A subclass adds its own classes in `allowedTopLevelClasses`; they must conform to `NSSecureCoding`. Follows Apple's
/// `NSSecureUnarchiveFromDataTransformer`.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer {
  /// The classes that an archive may hold, at the top and inside; other than on Apple's platforms, also those that an
  /// object of a class of its own asks for while it is decoded.
  open class var allowedTopLevelClasses: [AnyClass] {
    [
      NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self, NSData.self, NSURL.self,
      NSUUID.self, NSNull.self,
    ]
  }

  open override class func allowsReverseTransformation() -> Bool { true }

  /// The object in archived data; nil for nil, and for data that is no archive of allowed classes.
  open override func transformedValue(_ value: Any?) -> Any? { try? unarchived(value) }

  /// The archive of an object; nil for nil, and for an object of another class.
  open override func reverseTransformedValue(_ value: Any?) -> Any? { try? archived(value) }

  /// The object in archived data. Throws what is wrong with the data.
  package func unarchived(_ value: Any?) throws -> Any? {
    guard let value = AnyValue.unwrapped(value) else { return nil }
    guard let data = value as? Data else {
      throw CocoaError(.coderReadCorrupt, userInfo: [NSDebugDescriptionErrorKey: "\(type(of: value)) is not Data"])
    }
    try refuseForeignClasses(in: data)
    return try NSKeyedUnarchiver.unarchivedObject(ofClasses: Self.allowedTopLevelClasses, from: data)
  }

  /// Linux Foundation ends the program when it meets a class that is not allowed, so this looks before it does.
  private func refuseForeignClasses(in data: Data) throws {
    let archive = try PropertyListSerialization.propertyList(from: data, options: [], format: nil) as? [String: Any]
    let allowed = Self.allowedTopLevelClasses
    for case let entry as [String: Any] in archive?["$objects"] as? [Any] ?? [] {
      guard let name = entry["$classname"] as? String,
        var ancestor = NSKeyedUnarchiver.class(forClassName: name) ?? NSClassFromString(name)
      else { continue }
      while !allowed.contains(where: { $0 == ancestor }) {
        guard let parent = _getSuperclass(ancestor) else {
          let reason = "\(name) is not among the allowed classes of \(Self.self)"
          throw CocoaError(.coderReadCorrupt, userInfo: [NSDebugDescriptionErrorKey: reason])
        }
        ancestor = parent
      }
    }
  }

  /// The archive of an object. Throws when its class is not allowed.
  package func archived(_ value: Any?) throws -> Data? {
    guard let value = AnyValue.unwrapped(value) else { return nil }
    let object = Self.object(value)
    guard Self.allowedTopLevelClasses.contains(where: { object.isKind(of: $0) }) else {
      let reason = "\(type(of: object)) is not among the allowed classes of \(Self.self)"
      throw CocoaError(.coderInvalidValue, userInfo: [NSDebugDescriptionErrorKey: reason])
    }
    return try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
  }

  /// The object that stands for a Swift value in an archive.
  private static func object(_ value: Any) -> NSObject {
    switch value {
    case let object as NSObject where type(of: value) is AnyClass: object
    case let text as String: NSString(string: text)
    case let date as Date: date as NSDate
    case let data as Data: data as NSData
    case let url as URL: url as NSURL
    case let id as UUID: id as NSUUID
    case let list as [Any]: NSArray(array: list.map(object))
    case let set as Set<AnyHashable>: NSSet(array: set.map { object($0.base) })
    case let map as [String: Any]: NSDictionary(dictionary: map.mapValues(object))
    default: NumericValue(value)?.object ?? value as? NSObject ?? NSNull()
    }
  }
}
