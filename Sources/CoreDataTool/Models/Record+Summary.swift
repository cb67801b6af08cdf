import CoreDataModelFormat
import Foundation

extension AttributeRecord {
  /// The type and what matters about it, in words.
  var summary: String {
    var parts = [type.sourceName ?? "Undefined"]
    if !isOptional { parts.append("required") }
    if isTransient { parts.append("transient") }
    if let defaultValue { parts.append("default \(defaultValue.text)") }
    if let derivationExpression { parts.append("derived from \(derivationExpression)") }
    if let valueTransformerName { parts.append("by \(valueTransformerName)") }
    if allowsExternalBinaryDataStorage { parts.append("may lie outside") }
    if let renamingIdentifier { parts.append("formerly \(renamingIdentifier)") }
    return parts.joined(separator: ", ")
  }
}

extension RelationshipRecord {
  var cardinality: String { isToMany ? (isOrdered ? "ordered to many" : "to many") : "to one" }

  var summary: String {
    var parts = ["\(cardinality) \(destinationEntityName)"]
    if !isOptional { parts.append("required") }
    parts.append("inverse \(inverseName ?? "missing")")
    parts.append("\(deleteRule.sourceName)")
    if let renamingIdentifier { parts.append("formerly \(renamingIdentifier)") }
    return parts.joined(separator: ", ")
  }
}

extension ModelValue {
  var text: String {
    switch self {
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .decimal(let text), .url(let text): text
    case .boolean(let value): value ? "YES" : "NO"
    case .string(let text): "“\(text)”"
    case .date(let seconds):
      Date(timeIntervalSinceReferenceDate: seconds).formatted(Date.ISO8601FormatStyle())
    case .data(let data), .archived(let data): "<\(data.count) bytes>"
    case .uuid(let uuid): uuid.uuidString
    }
  }
}
