import Foundation

/// The predefined transformers that answer yes or no.
class BooleanTransformer: ValueTransformer {
  private let answer: (Any?) -> Bool

  init(_ answer: @escaping (Any?) -> Bool) {
    self.answer = answer
    super.init()
  }

  override class func transformedValueClass() -> AnyClass { NSNumber.self }
  override class func allowsReverseTransformation() -> Bool { false }

  override func transformedValue(_ value: Any?) -> Any? { NSNumber(value: answer(AnyValue.unwrapped(value))) }
}

/// The one among them that can be turned back.
final class NegateBooleanTransformer: BooleanTransformer {
  init() { super.init { !$0.isTrue } }

  override class func allowsReverseTransformation() -> Bool { true }
}

extension Optional where Wrapped == Any {
  /// The truth of a number; nil is false.
  var isTrue: Bool { flatMap { NumericValue($0) }.map { $0.double != 0 } ?? false }
}
