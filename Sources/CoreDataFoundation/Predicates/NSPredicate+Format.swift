import Foundation

extension NSPredicate {
  /// Parses a predicate such as `age > %d AND name BEGINSWITH[c] %@`.
  ///
  /// `%@` takes any value (text, number, date, UUID, URL, data, object, collection, nil), `%K` a key path; the
  /// conversions of `printf` take numbers. Traps with a message that names the position when the text is no
  /// predicate; use `NSPredicate.parse(_:arguments:)` for text that users type. Follows Apple's
  /// `NSPredicate(format:_:)`. Must not be called on a subclass.
  public convenience init(format predicateFormat: String, _ args: Any?...) {
    self.init(factory: { Self.parsed(predicateFormat, args) })
  }

  /// Parses a predicate with the arguments of an array, which may hold `NSNull` for nil.
  public convenience init(format predicateFormat: String, argumentArray arguments: [Any]?) {
    self.init(factory: { Self.parsed(predicateFormat, arguments ?? []) })
  }

  /// Parses a predicate with the arguments of a C argument list.
  public convenience init(format predicateFormat: String, arguments argList: CVaListPointer) {
    self.init(factory: { Self.parsed(predicateFormat, FormatArguments.values(of: argList, for: predicateFormat)) })
  }

  /// Parses text that may be wrong, such as a user's. Throws a `PredicateFormatError`.
  ///
  /// Not part of Apple's API, where a wrong format always ends the program.
  public static func parse(_ format: String, arguments: [Any?] = []) throws -> NSPredicate {
    make(try PredicateTree(format: format, arguments: arguments))
  }

  private static func parsed(_ format: String, _ arguments: [Any?]) -> Self {
    let predicate: NSPredicate
    do {
      predicate = try parse(format, arguments: arguments)
    } catch {
      preconditionFailure("\(error)")
    }
    guard let predicate = predicate as? Self else {
      preconditionFailure("\(self)(format:) would have to make a \(type(of: predicate)); call it on NSPredicate")
    }
    return predicate
  }
}

extension PredicateTree {
  /// Parses a format. Throws a `PredicateFormatError`.
  package init(format: String, arguments: [Any?] = []) throws {
    var parser = try PredicateParser(format, arguments: arguments)
    self = try parser.parsePredicate()
  }
}
