import Foundation

/// An expression computed by a closure.
final class BlockExpression: NSExpression {
  private let block: (Any?, [Any], NSMutableDictionary?) -> Any
  private let blockArguments: [NSExpression]

  init(_ block: @escaping (Any?, [Any], NSMutableDictionary?) -> Any, _ arguments: [NSExpression]?) {
    self.block = block
    blockArguments = arguments ?? []
    super.init(expressionType: .block)
  }

  override func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
    let values = blockArguments.map { $0.expressionValue(with: object, context: context) ?? NSNull() }
    return AnyValue.unwrapped(block(object, values, context))
  }
}
