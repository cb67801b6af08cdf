/// Encodes a fetch request as a `<fetchRequest>` element.
struct XMLFetchRequestEncoder {
  /// Where the request stands, for error messages.
  let entityName: String?
  let propertyName: String

  func encode(_ request: FetchRequestRecord, to xml: inout XMLText) throws(ModelFormatError) {
    guard request.sortKeys.isEmpty, request.fetchOffset == 0, request.propertiesToFetch.isEmpty,
      request.propertiesToGroupBy.isEmpty, request.relationshipKeyPathsForPrefetching.isEmpty,
      request.havingPredicate == nil
    else {
      throw ModelFormatError(
        .invalidValue, entity: entityName, property: propertyName,
        reason: "a source model cannot hold a fetch request's order, offset, grouping or prefetching")
    }
    let predicate = try request.predicate.map { predicate throws(ModelFormatError) in
      try predicate.sourceText(entity: entityName, property: propertyName)
    }
    // The defaults of these two depend on the result type, so they are always spelled out.
    try xml.element(
      "fetchRequest",
      [
        ("name", request.name), ("entity", request.entityName.isEmpty ? nil : request.entityName),
        ("predicateString", predicate), ("fetchLimit", number(request.fetchLimit)),
        ("fetchBatchSize", number(request.fetchBatchSize)), ("resultType", number(request.resultType.rawValue)),
        ("includeSubentities", request.includesSubentities ? "YES" : "NO"),
        ("includePropertyValues", request.includesPropertyValues ? "YES" : "NO"),
        ("includesPendingChanges", request.includesPendingChanges ? "YES" : "NO"),
        ("returnObjectsAsFaults", request.returnsObjectsAsFaults ? "YES" : "NO"),
        ("returnDistinctResults", yes(request.returnsDistinctResults)),
      ])
  }

  private func number(_ value: Int) -> String? {
    value == 0 ? nil : String(value)
  }
}
