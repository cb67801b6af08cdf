/// Builds a keyed archive; equal strings are one entry, as in archives of Foundation.
struct ArchiveBuilder {
  private static let superclasses = [
    "NSMutableDictionary": ["NSDictionary"], "NSMutableArray": ["NSArray"],
    "NSDecimalNumberPlaceholder": ["NSDecimalNumber", "NSNumber", "NSValue"],
    "NSAttributeDescription": ["NSPropertyDescription"], "NSRelationshipDescription": ["NSPropertyDescription"],
    "NSFetchedPropertyDescription": ["NSPropertyDescription"], "NSExpressionDescription": ["NSPropertyDescription"],
    "NSDerivedAttributeDescription": ["NSAttributeDescription", "NSPropertyDescription"],
    "NSCompositeAttributeDescription": ["NSAttributeDescription", "NSPropertyDescription"],
    "NSFetchRequest": ["NSPersistentStoreRequest"], "NSComparisonPredicate": ["NSPredicate"],
    "NSCompoundPredicate": ["NSPredicate"], "NSTruePredicate": ["NSPredicate"], "NSFalsePredicate": ["NSPredicate"],
    "NSEqualityPredicateOperator": ["NSPredicateOperator"], "NSComparisonPredicateOperator": ["NSPredicateOperator"],
    "NSLikePredicateOperator": ["NSStringPredicateOperator", "NSPredicateOperator"],
    "NSMatchingPredicateOperator": ["NSStringPredicateOperator", "NSPredicateOperator"],
    "NSSubstringPredicateOperator": ["NSStringPredicateOperator", "NSPredicateOperator"],
    "NSInPredicateOperator": ["NSPredicateOperator"], "NSBetweenPredicateOperator": ["NSPredicateOperator"],
    "NSKeyPathExpression": ["NSFunctionExpression", "NSExpression"], "NSFunctionExpression": ["NSExpression"],
    "NSSelfExpression": ["NSExpression"], "NSConstantValueExpression": ["NSExpression"],
    "NSVariableExpression": ["NSExpression"], "NSKeyPathSpecifierExpression": ["NSExpression"],
    "NSAggregateExpression": ["NSExpression"],
  ]

  private(set) var archive = KeyedArchive()
  private var strings: [String: KeyedArchive.Value] = [:]

  /// A place for an object that others must refer to before it is complete.
  mutating func reserve() -> KeyedArchive.Value {
    archive.entries.append(.value(.null))
    return .reference(archive.entries.count - 1)
  }

  mutating func fill(_ reference: KeyedArchive.Value, className: String, fields: [String: KeyedArchive.Value]) {
    guard case .reference(let index) = reference else { return }
    let classNames = [className] + (Self.superclasses[className] ?? []) + ["NSObject"]
    archive.entries[index] = .object(KeyedArchive.Object(classNames: classNames, fields: fields))
  }

  mutating func object(_ className: String, _ fields: [String: KeyedArchive.Value]) -> KeyedArchive.Value {
    let reference = reserve()
    fill(reference, className: className, fields: fields)
    return reference
  }

  /// A plain value as an entry of its own, as archives hold objects such as numbers.
  mutating func boxed(_ value: KeyedArchive.Value) -> KeyedArchive.Value {
    archive.entries.append(.value(value))
    return .reference(archive.entries.count - 1)
  }

  /// The archived nil for a missing string.
  mutating func string(_ text: String?) -> KeyedArchive.Value {
    guard let text else { return .null }
    if let known = strings[text] { return known }
    let reference = boxed(.string(text))
    strings[text] = reference
    return reference
  }

  mutating func array(_ elements: [KeyedArchive.Value], className: String = "NSArray") -> KeyedArchive.Value {
    object(className, ["NS.objects": .array(elements)])
  }

  mutating func dictionary(
    _ pairs: [(key: String, value: KeyedArchive.Value)], className: String = "NSMutableDictionary"
  ) -> KeyedArchive.Value {
    let keys = pairs.map { string($0.key) }
    return object(className, ["NS.keys": .array(keys), "NS.objects": .array(pairs.map(\.value))])
  }

  /// Takes over another archive's entries; returns its root.
  mutating func embed(_ other: KeyedArchive) -> KeyedArchive.Value {
    let offset = archive.entries.count - 1
    func shifted(_ value: KeyedArchive.Value) -> KeyedArchive.Value {
      switch value {
      case .reference(let index): index == 0 ? .null : .reference(index + offset)
      case .array(let values): .array(values.map(shifted))
      case .dictionary(let values): .dictionary(values.mapValues(shifted))
      default: value
      }
    }
    for entry in other.entries.dropFirst() {
      switch entry {
      case .value(let value): archive.entries.append(.value(shifted(value)))
      case .object(var object):
        object.fields = object.fields.mapValues(shifted)
        archive.entries.append(.object(object))
      }
    }
    return shifted(other.top["root"] ?? .null)
  }

  mutating func finish(root: KeyedArchive.Value) -> KeyedArchive {
    archive.top["root"] = root
    return archive
  }
}
