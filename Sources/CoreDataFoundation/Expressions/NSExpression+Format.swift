import Foundation

extension NSExpression {
  /// Parses an expression such as `price * 2`; placeholders are those of `NSPredicate(format:)`.
  ///
  /// Traps with a message that names the position when the text is no expression.
  public convenience init(format expressionFormat: String, _ args: Any?...) {
    self.init(format: expressionFormat, values: args)
  }

  /// Parses an expression with the arguments of an array, which may hold `NSNull` for nil.
  public convenience init(format expressionFormat: String, argumentArray arguments: [Any]) {
    self.init(format: expressionFormat, values: arguments)
  }

  /// Parses an expression with the arguments of a C argument list.
  public convenience init(format expressionFormat: String, arguments argList: CVaListPointer) {
    self.init(format: expressionFormat, values: FormatArguments.values(of: argList, for: expressionFormat))
  }

  /// Parses an expression of a model file; throws where it is malformed.
  package convenience init(parsing format: String) throws {
    var parser = try PredicateParser(format, arguments: [])
    self.init(tree: try parser.parseExpression())
  }

  private convenience init(format: String, values: [Any?]) {
    do {
      var parser = try PredicateParser(format, arguments: values)
      self.init(tree: try parser.parseExpression())
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
