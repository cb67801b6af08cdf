/// Fetches, as requests to the store's own code.
extension IncrementalObjectStore {
  func split(_ query: RowQuery) throws -> QuerySplit { QuerySplit(stored: query) }

  /// Keys alone: the objects are faults whose values the store is asked for when they are looked at.
  func rows(_ query: RowQuery) throws -> [RowPage] {
    var writer = RowWriter()
    for key in try keys(query) {
      writer.begin(key: key.key, version: 0, entityIndex: key.entityIndex, cellCount: 0, hasValues: false)
      writer.end()
    }
    return writer.pages
  }

  func keys(_ query: RowQuery) throws -> [ObjectKey] {
    let found = try store().execute(request(query), with: context)
    guard let list = found as? [Any] else { throw unexpected(found, "objects") }
    if context != nil { fetched = list }
    var keys: [ObjectKey] = []
    for element in list {
      let id: NSManagedObjectID
      switch element {
      case let object as NSManagedObject: id = object.objectID
      case let given as NSManagedObjectID: id = given
      default: throw unexpected(element, "objects")
      }
      if query.overlaid?.changed.contains(id) ?? false { continue }
      keys.append(ObjectKey(entityIndex: id.layout.index, key: id.key))
    }
    return query.limit > 0 ? Array(keys.prefix(query.limit)) : keys
  }

  func count(_ query: RowQuery) throws -> Int {
    // A number does not tell which objects it counts.
    if query.overlaid != nil { return try keys(query).count }
    let request = try request(query)
    request.resultType = .countResultType
    let found = try store().execute(request, with: context)
    guard let number = ((found as? [Any])?.first ?? found) as? NSNumber else { throw unexpected(found, "a count") }
    return number.intValue
  }

  func dictionaries(_ query: DictionaryQuery) throws -> [[String: Any]] {
    let request = try request(query.rows)
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = query.columns.map(IncrementalObjectStore.column)
    if !query.groupBy.isEmpty { request.propertiesToGroupBy = query.groupBy.map(IncrementalObjectStore.group) }
    request.havingPredicate = query.having.map(NSPredicate.make)
    request.returnsDistinctResults = query.isDistinct
    let found = try store().execute(request, with: context)
    guard let list = found as? [Any] else { throw unexpected(found, "dictionaries") }
    return try list.map { element in
      if let dictionary = element as? [String: Any] { return dictionary }
      guard let dictionary = element as? NSDictionary else { throw unexpected(element, "dictionaries") }
      var result: [String: Any] = [:]
      for (key, value) in dictionary { result["\(key)"] = value }
      return result
    }
  }

  private func request(_ query: RowQuery) throws -> NSFetchRequest<any NSFetchRequestResult> {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = query.layout.entity
    request.includesSubentities = query.includesSubentities
    request.predicate = (query.overlaid?.predicate ?? (query.overlaid == nil ? query.predicate : nil)).map(
      NSPredicate.make)
    request.sortDescriptors = query.sort.isEmpty ? nil : query.sort
    // Some of the objects may be left out afterwards.
    request.fetchLimit = query.limit == 0 ? 0 : query.limit + (query.overlaid?.changed.count ?? 0)
    request.fetchOffset = query.offset
    request.includesPropertyValues = query.includesValues
    request.affectedStores = [try store()]
    return request
  }

  private static func column(_ column: DictionaryQuery.Column) -> Any {
    if case .keyPath(let keys, of: .evaluatedObject) = column.expression, keys == [column.name] { return column.name }
    let description = NSExpressionDescription()
    description.name = column.name
    description.expression = NSExpression.make(column.expression)
    description.expressionResultType = column.type
    return description
  }

  private static func group(_ expression: ExpressionTree) -> Any {
    if case .keyPath(let keys, of: .evaluatedObject) = expression { return keys.joined(separator: ".") }
    let description = NSExpressionDescription()
    description.name = "group"
    description.expression = NSExpression.make(expression)
    return description
  }

  private func unexpected(_ value: Any, _ wanted: String) -> NSError {
    .coreData(
      NSPersistentStoreOperationError,
      reason: "The store was asked for \(wanted) and gave a value of type \(Swift.type(of: value)).")
  }
}
