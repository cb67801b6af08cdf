import CoreDataModelFormat

/// The values of a property list that lies inside another XML file.
enum PropertyListMarkup {
  static func value(of element: MarkupElement) throws -> Any {
    switch element.name {
    case "dict": return try dictionary(element)
    case "array": return try element.children.map(value)
    case "string": return element.text
    case "integer": return NSNumber(value: try number(element, Int64.init))
    case "real": return NSNumber(value: try number(element, Double.init))
    case "true": return NSNumber(value: true)
    case "false": return NSNumber(value: false)
    case "date": return try date(element)
    case "data":
      guard let data = Data(base64Encoded: element.text, options: .ignoreUnknownCharacters) else {
        throw wrong(element)
      }
      return data
    default: throw wrong(element)
    }
  }

  private static func dictionary(_ element: MarkupElement) throws -> [String: Any] {
    guard element.children.count.isMultiple(of: 2) else { throw wrong(element) }
    var dictionary: [String: Any] = [:]
    for index in stride(from: 0, to: element.children.count, by: 2) {
      guard element.children[index].name == "key" else { throw wrong(element.children[index]) }
      dictionary[element.children[index].text] = try value(of: element.children[index + 1])
    }
    return dictionary
  }

  private static func number<Number>(_ element: MarkupElement, _ parse: (String) -> Number?) throws -> Number {
    guard let number = parse(element.text.trimmingCharacters(in: .whitespacesAndNewlines)) else { throw wrong(element) }
    return number
  }

  private static func date(_ element: MarkupElement) throws -> Date {
    do {
      return try Date(element.text.trimmingCharacters(in: .whitespacesAndNewlines), strategy: .iso8601)
    } catch {
      throw wrong(element)
    }
  }

  private static func wrong(_ element: MarkupElement) -> StoreFileProblem {
    StoreFileProblem("line \(element.line): <\(element.name)> is no value of a property list")
  }
}
