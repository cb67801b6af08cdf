/// The indexes that the model asks for.
extension SQLSchema {
  /// Fetch indexes that are trees ordered by value, compound, descending, partial and of expressions, and the legacy ones.
  func fetchIndexes(of entity: SQLEntity) -> [String] {
    var statements: [String] = []
    var names = Set<String>()
    let sql = IndexSQL(schema: self, entity: entity)
    func add(_ name: String, _ elements: [(value: String?, isAscending: Bool)], where condition: String? = nil) {
      let columns = elements.compactMap { element in
        element.value.map { "\($0) COLLATE BINARY \(element.isAscending ? "ASC" : "DESC")" }
      }
      guard columns.count == elements.count, !columns.isEmpty, names.insert(name).inserted else { return }
      let index = SQLIdentifier("Z_\(entity.layout.name)_\(name)")
      let filter = condition.map { " WHERE \($0)" } ?? ""
      statements.append("CREATE INDEX \(index) ON \(entity.table) (\(columns.joined(separator: ", ")))\(filter)")
    }
    let column = { (name: String) in self.column(named: name, of: entity)?.sql }
    let description = entity.layout.entity
    for property in entity.layout.properties
    where property.owner === entity.layout && property.isAttribute && property.description.isIndexed {
      add(property.name, [(column(property.name), true)])
    }
    for index in description.indexes where !index.isRTree {
      var condition: String?
      if let predicate = index.partialIndexPredicate {
        // An index only saves time: what it cannot say in plain SQL is left out.
        guard let text = sql.condition(predicate.tree) else { continue }
        condition = text
      }
      let elements = index.elements.map { element -> (value: String?, isAscending: Bool) in
        if let computed = element.property as? NSExpressionDescription {
          return (computed.expression.flatMap { sql.value($0.tree) }, element.isAscending)
        }
        return (column(element.propertyName ?? ""), element.isAscending)
      }
      add(index.name, elements, where: condition)
    }
    for group in NSEntityDescription.names(of: description.compoundIndexes) {
      add(group.joined(separator: "_"), group.map { (column($0), true) })
    }
    return statements
  }

  /// The indexes of ranges: a virtual table each, and the triggers that keep it, for SQLite with the R*Tree module.
  var rangeIndexes: [RangeIndex] {
    entities.compactMap { $0 }.flatMap { entity in
      entity.layout.entity.indexes.filter(\.isRTree).compactMap { index in
        let columns = index.elements.compactMap { column(named: $0.propertyName ?? "", of: entity) }
        guard (1...5).contains(columns.count), columns.count == index.elements.count else { return nil }
        return RangeIndex(entity: entity, name: index.name, columns: columns)
      }
    }
  }
}

extension NSFetchIndexDescription {
  /// Whether all its elements are ranges.
  var isRTree: Bool { !elements.isEmpty && elements.allSatisfy { $0.collationType == .rTree } }
}
