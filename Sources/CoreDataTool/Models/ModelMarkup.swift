import CoreDataModelFormat
import Foundation

/// A model as JSON: the elements of Xcode's own source format, one object each, so that nothing is lost.
enum ModelMarkup {
  static func json(_ versions: [ModelDocument], current: String) throws -> JSONValue {
    let list = try versions.map { version in
      let root = try MarkupParser().parse(try XMLModelWriter().data(for: version))
      return JSONValue.object([("name", .string(version.name)), ("model", element(root))])
    }
    return .object([("current", .string(current)), ("versions", .array(list))])
  }

  static func read(_ url: URL) throws -> ([ModelDocument], current: String) {
    let root: Any
    do {
      root = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    } catch {
      throw ToolError("\(url.path): this is no JSON that can be read")
    }
    guard let object = root as? [String: Any], let list = object["versions"] as? [[String: Any]], !list.isEmpty else {
      throw ToolError("\(url.path): a model in JSON has a list \"versions\"")
    }
    let versions = try list.map { version in
      guard let name = version["name"] as? String, let model = version["model"] as? [String: Any] else {
        throw ToolError("\(url.path): every version has a \"name\" and a \"model\"")
      }
      do {
        return try XMLModelReader().document(from: Data(try xml(model, in: url).utf8), name: name)
      } catch let error as ModelFormatError {
        throw error.located(in: url.path)
      }
    }
    return (versions, object["current"] as? String ?? versions.last?.name ?? "")
  }

  private static func element(_ element: MarkupElement) -> JSONValue {
    var members: [(String, JSONValue)] = [("element", .string(element.name))]
    if !element.attributes.isEmpty {
      let attributes = element.attributes.sorted { $0.key < $1.key }
      members.append(("attributes", .object(attributes.map { ($0.key, .string($0.value)) })))
    }
    if !element.children.isEmpty { members.append(("children", .array(element.children.map(ModelMarkup.element)))) }
    return .object(members)
  }

  private static func xml(_ object: [String: Any], in url: URL) throws -> String {
    guard let name = object["element"] as? String, name.allSatisfy({ $0.isLetter || $0.isNumber }), !name.isEmpty
    else { throw ToolError("\(url.path): an object of the model has no \"element\"") }
    let attributes = (object["attributes"] as? [String: String] ?? [:]).sorted { $0.key < $1.key }
    let text = attributes.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
    let children = try (object["children"] as? [[String: Any]] ?? []).map { try xml($0, in: url) }
    return "<\(name)\(text)>\(children.joined())</\(name)>"
  }

  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\r", "\t": result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
