import Foundation

/// The operators of key paths: `@count`, `@sum`, `@unionOfObjects` and so on.
enum CollectionOperator {
  /// Applies an operator to the values that `keys` leads to from every member. nil values do not count.
  static func value(_ name: String, of members: [Any], at keys: ArraySlice<String>) throws -> Any? {
    if name == "@count" {
      guard keys.isEmpty else { throw PredicateEvaluationError("No key may follow @count") }
      return members.count
    }
    switch name {
    case "@sum": return Statistics.sum(try values(of: members, at: keys))
    case "@avg": return Statistics.average(try values(of: members, at: keys))
    case "@min": return Statistics.extreme(try values(of: members, at: keys), .orderedAscending)
    case "@max": return Statistics.extreme(try values(of: members, at: keys), .orderedDescending)
    case "@unionOfObjects": return try values(of: members, at: keys)
    case "@distinctUnionOfObjects": return distinct(try values(of: members, at: keys))
    case "@unionOfArrays", "@unionOfSets": return try values(of: flattened(members), at: keys)
    case "@distinctUnionOfArrays", "@distinctUnionOfSets": return distinct(try values(of: flattened(members), at: keys))
    default: throw PredicateEvaluationError("Unknown collection operator \(name)")
    }
  }

  private static func values(of members: [Any], at keys: ArraySlice<String>) throws -> [Any] {
    try KeyPathReader.list(at: keys, of: members).compactMap { AnyValue.unwrapped($0) }
  }

  private static func flattened(_ members: [Any]) -> [Any] {
    members.flatMap { AnyValue.elements($0) ?? [$0] }
  }

  private static func distinct(_ values: [Any]) -> [Any] {
    var seen = Set<AnyHashable>()
    return values.filter { value in AnyValue.distinctKey(value).map { seen.insert($0).inserted } ?? true }
  }
}
