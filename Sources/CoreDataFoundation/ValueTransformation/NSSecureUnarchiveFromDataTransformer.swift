import Foundation

/// Reads objects from archived data, of allowed classes only, and archives them.
///
/// A subclass adds its own classes in `allowedTopLevelClasses`; they must conform to `NSSecureCoding`. Follows Apple's
/// `NSSecureUnarchiveFromDataTransformer`.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer {
  /// The classes that an archive may hold, at the top and inside.
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
    return try NSKeyedUnarchiver.unarchivedObject(ofClasses: Self.allowedTopLevelClasses, from: data)
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
