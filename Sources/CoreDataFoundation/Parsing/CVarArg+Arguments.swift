import Foundation

// Apple's platforms bridge these to objects, so that apps write `date as CVarArg`. Here they have to conform. The
// object that stands for a value is kept alive by the argument list it is put in.

extension NSObject: @retroactive CVarArg {
  /// The object's address.
  public var _cVarArgEncoding: [Int] { [Int(bitPattern: Unmanaged.passUnretained(self).toOpaque())] }
}

/// A value that travels in a C argument list as an object.
public protocol _ObjectArgument: _CVarArgObject {}

extension _ObjectArgument {
  /// Never asked for: the argument list encodes the object instead.
  public var _cVarArgEncoding: [Int] { [] }
}

extension Date: _ObjectArgument, @retroactive _CVarArgObject, @retroactive CVarArg {
  public var _cVarArgObject: any CVarArg { self as NSDate }
}

extension UUID: _ObjectArgument, @retroactive _CVarArgObject, @retroactive CVarArg {
  public var _cVarArgObject: any CVarArg { self as NSUUID }
}

extension Data: _ObjectArgument, @retroactive _CVarArgObject, @retroactive CVarArg {
  public var _cVarArgObject: any CVarArg { self as NSData }
}

extension URL: _ObjectArgument, @retroactive _CVarArgObject, @retroactive CVarArg {
  public var _cVarArgObject: any CVarArg { self as NSURL }
}

extension Decimal: _ObjectArgument, @retroactive _CVarArgObject, @retroactive CVarArg {
  public var _cVarArgObject: any CVarArg { NSDecimalNumber(decimal: self) }
}

extension Array: _ObjectArgument, @retroactive _CVarArgObject, @retroactive CVarArg {
  public var _cVarArgObject: any CVarArg { NSArray(array: self) }
}

extension Set: _ObjectArgument, @retroactive _CVarArgObject, @retroactive CVarArg {
  public var _cVarArgObject: any CVarArg { NSSet(set: self) }
}

extension Dictionary: _ObjectArgument, @retroactive _CVarArgObject, @retroactive CVarArg where Key == String {
  public var _cVarArgObject: any CVarArg { NSDictionary(dictionary: self) }
}
