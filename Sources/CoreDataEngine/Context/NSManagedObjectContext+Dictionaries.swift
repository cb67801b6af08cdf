/// Fetches of dictionaries.
extension NSManagedObjectContext {
  func fetchDictionaries(
    _ layout: EntityLayout, _ request: NSFetchRequest<NSManagedObject>
  ) throws -> [NSDictionary] {
    var query = DictionaryQuery(
      rows: try RowQuery(layout, request), columns: try DictionaryColumns.columns(of: request, layout))
    query.groupBy = try DictionaryColumns.groups(of: request, layout)
    query.having = try request.havingPredicate.map { try StoredPredicate.tree($0) }
    query.isDistinct = request.returnsDistinctResults
    guard let root = root else { return [] }
    let stores = try root.stores(for: layout, request)
    guard let store = stores.first else { return [] }
    if stores.count > 1 { return try root.dictionaries(query, of: stores) }
    return try root.reader(of: store).dictionaries(query).map { self.dictionary($0, store) }
  }

  /// Several stores: their rows are evaluated together, as those of one table are.
  private func dictionaries(_ query: DictionaryQuery, of stores: [NSPersistentStore]) throws -> [NSDictionary] {
    let filtersInSQL = stores.contains { $0.objectStore.filtersInSQL }
    let evaluation = try DictionaryEvaluation<NSManagedObject>(query, nilRule: filtersInSQL ? .sql : .memory)
    // Unsaved changes do not count, so the rows are those of a context that has none, at the same moment.
    for store in stores { _ = reader(of: store) }
    let reading = NSManagedObjectContext(.privateQueue)
    reading.persistentStoreCoordinator = rootCoordinator
    reading.generation = generation
    return try reading.performAndWait {
      var objects: [NSManagedObject] = []
      for store in stores { objects += try reading.objects(of: store, query.allRows) }
      return try evaluation.results(of: objects).map { NSMutableDictionary(dictionary: $0) }
    }
  }

  /// The context at the top, which reads from stores.
  private var root: NSManagedObjectContext? {
    var context: NSManagedObjectContext = self
    while let parent = context.parent { context = parent }
    return context
  }

  private func dictionary(_ values: [String: Any], _ store: NSPersistentStore) -> NSDictionary {
    let result = NSMutableDictionary(capacity: values.count)
    for (name, value) in values {
      if let key = value as? ObjectKey {
        result[name] = NSManagedObjectID(
          key: key.key, layout: compiledModel.layouts[key.entityIndex], model: compiledModel, store: store.reference)
      } else {
        result[name] = value
      }
    }
    return result
  }
}

/// What a fetch of dictionaries asks for.
enum DictionaryColumns {
  static func columns(
    of request: NSFetchRequest<NSManagedObject>, _ layout: EntityLayout
  ) throws -> [DictionaryQuery.Column] {
    guard let wanted = request.propertiesToFetch else {
      return layout.properties.filter { $0.isAttribute && $0.isStored }.map(column)
    }
    return try wanted.map { try column($0, layout) }
  }

  private static func column(_ property: PropertyLayout) -> DictionaryQuery.Column {
    DictionaryQuery.Column(
      name: property.name, expression: .path(property.name),
      type: property.attribute?.attributeType ?? .objectIDAttributeType)
  }

  private static func column(_ wanted: Any, _ layout: EntityLayout) throws -> DictionaryQuery.Column {
    if let expression = wanted as? NSExpressionDescription {
      return DictionaryQuery.Column(
        name: expression.name, expression: expression.expression?.tree ?? .constant(nil),
        type: expression.expressionResultType)
    }
    let name = (wanted as? String) ?? (wanted as? NSPropertyDescription)?.name ?? "\(wanted)"
    if name == "objectID" || name == "self" {
      return DictionaryQuery.Column(name: name, expression: .evaluatedObject, type: .objectIDAttributeType)
    }
    if let property = layout.property(named: name) {
      if property.isToMany {
        throw invalid("Invalid to-many relationship in setPropertiesToFetch: (\(name) of \(layout.name))")
      }
      if property.isTransient {
        throw invalid("Invalid transient property in setPropertiesToFetch: (\(name) of \(layout.name))")
      }
      return column(property)
    }
    guard name.contains(".") else {
      throw invalid("Invalid keypath \(name) passed to setPropertiesToFetch: of \(layout.name)")
    }
    return DictionaryQuery.Column(
      name: name, expression: .keyPath(name.split(separator: ".").map(String.init), of: .evaluatedObject),
      type: .undefinedAttributeType)
  }

  static func groups(
    of request: NSFetchRequest<NSManagedObject>, _ layout: EntityLayout
  ) throws -> [ExpressionTree] {
    try (request.propertiesToGroupBy ?? []).map { wanted in
      if let expression = wanted as? NSExpressionDescription { return expression.expression?.tree ?? .constant(nil) }
      let name = (wanted as? String) ?? (wanted as? NSPropertyDescription)?.name ?? "\(wanted)"
      let keys = name.split(separator: ".").map(String.init)
      guard let first = keys.first, layout.property(named: first) != nil else {
        throw invalid("Invalid keypath \(name) passed to setPropertiesToGroupBy: of \(layout.name)")
      }
      return .keyPath(keys, of: .evaluatedObject)
    }
  }

  private static func invalid(_ text: String) -> NSError {
    .coreData(NSPersistentStoreInvalidTypeError, reason: text)
  }
}
