import CCoreDataRuntime

/// A reference that keeps nothing alive and may point at an object whose last strong reference is going away.
///
/// Sound only where the object's deinitializer must take a lock that the reader holds: its memory is then still there.
struct UnretainedReference<Object: AnyObject>: KeyTableElement {
  private let pointer: UnsafeMutableRawPointer?

  @inline(__always) init(_ object: Object) { pointer = Unmanaged.passUnretained(object).toOpaque() }

  private init(none: Void) { pointer = nil }

  static var none: UnretainedReference { UnretainedReference(none: ()) }

  @inline(__always) var isNone: Bool { pointer == nil }

  /// The object, unless it is being destroyed.
  @inline(__always) var object: Object? {
    guard let pointer, let retained = coredata_try_retain(pointer) else { return nil }
    return Unmanaged<Object>.fromOpaque(retained).takeRetainedValue()
  }

  /// Calls `body` with the object without retaining it. The lock must be held, so that its memory is there.
  @inline(__always) func withMemory(_ body: (Object) -> Void) {
    guard let pointer else { return }
    Unmanaged<Object>.fromOpaque(pointer)._withUnsafeGuaranteedRef(body)
  }

  @inline(__always) func isReference(to object: Object) -> Bool {
    pointer == Unmanaged.passUnretained(object).toOpaque()
  }
}
