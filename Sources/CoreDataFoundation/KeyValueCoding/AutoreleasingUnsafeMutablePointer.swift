import Foundation

/// A place for a value that a callee may replace; pass `&variable`.
///
/// Stands for Apple's type of this name, so that `validateValue(_:forKey:)` is overridden and called in the same words.
public typealias AutoreleasingUnsafeMutablePointer<Pointee> = UnsafeMutablePointer<Pointee>
