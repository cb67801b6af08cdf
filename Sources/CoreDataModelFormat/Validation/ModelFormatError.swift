/// Why a model file cannot be used: which file, which entity, which property, and what to do about it.
package struct ModelFormatError: Error, Equatable, Sendable {
  package enum Kind: String, Sendable {
    case missingFile, unreadableFile, unsupportedFile, legacyFormat, limitExceeded
    case malformedXML, malformedArchive
    case missingName, duplicateEntity, duplicateProperty
    case unknownParent, parentCycle
    case unknownDestination, unknownInverse, inverseMismatch
    case unknownAttributeType, unknownComposite, compositeCycle, invalidNumber, invalidValue
    case unknownConstraintProperty, unknownIndexProperty
    case unknownConfigurationEntity, unknownFetchRequestEntity
    case invalidName, nameClash
  }

  /// Whether a model with this problem can be used.
  package enum Severity: Sendable {
    case error, warning
  }

  package var kind: Kind
  package var severity = Severity.error
  /// The path of the file; nil when the document was not read from one.
  package var file: String?
  package var entity: String?
  package var property: String?
  /// 1-based position in an XML file.
  package var line: Int?
  package var column: Int?
  package var reason: String
  package var hint: String?

  package init(
    _ kind: Kind, file: String? = nil, entity: String? = nil, property: String? = nil, reason: String,
    hint: String? = nil, line: Int? = nil, column: Int? = nil
  ) {
    self.kind = kind
    self.file = file
    self.entity = entity
    self.property = property
    self.reason = reason
    self.hint = hint
    self.line = line
    self.column = column
  }

  /// The same error with the file named, if it names none yet.
  package func located(in file: String) -> ModelFormatError {
    var error = self
    error.file = error.file ?? file
    return error
  }
}

extension ModelFormatError: CustomStringConvertible {
  package var description: String {
    var place = file.map { [$0] } ?? []
    if let line { place.append("line \(line)" + (column.map { ", column \($0)" } ?? "")) }
    if let entity { place.append("entity \(entity)") }
    if let property { place.append("property \(property)") }
    let head = place.isEmpty ? reason : place.joined(separator: ", ") + ": " + reason
    return hint.map { head + " (" + $0 + ")" } ?? head
  }
}
