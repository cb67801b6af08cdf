/// The triggers that keep derived attributes up to date, in Apple's wording.
extension SQLSchema {
  /// The triggers of derived attributes that count a one-to-many relationship, for the entities of a table.
  func triggers(of table: SQLTable) -> [String] {
    var statements: [String] = []
    for case let entity? in entities where entity.layout.rootIndex == table.root.rootIndex {
      for property in entity.layout.properties where property.owner === entity.layout {
        guard let derived = property.attribute as? NSDerivedAttributeDescription, property.isStored,
          let text = derived.derivationExpression?.description,
          let relationship = SQLSchema.countedRelationship(text).flatMap({ entity.layout.property(named: $0) }),
          case .attribute(let column) = entity.placements[property.slot],
          case .oneToMany(let inverse) = entity.placements[relationship.slot]
        else { continue }
        statements += countTriggers(
          of: entity, attribute: property.name, column: column, child: self.entity(relationship.destination).table,
          key: inverse.column)
      }
    }
    return statements
  }

  /// The relationship of `<relationship>.@count`; nil for another expression.
  static func countedRelationship(_ text: String) -> String? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[1] == "@count" ? String(parts[0]) : nil
  }

  private func countTriggers(
    of entity: SQLEntity, attribute: String, column: SQLIdentifier, child: SQLIdentifier, key: SQLIdentifier
  ) -> [String] {
    let own = entity.table
    let name = { (table: SQLIdentifier, what: String) in
      SQLIdentifier("Z_DA_\(table.name)_\(entity.layout.name)_\(attribute)_\(what)")
    }
    let attributeLiteral = SQLIdentifier(attribute).literal
    let notice = { (function: String, row: String) in
      "SELECT \(function)(\(own.literal), Z_ENT, Z_PK, \(attributeLiteral), \(column)) FROM \(own) WHERE Z_PK = \(row); END"
    }
    let adjust = { (row: String, value: String) in
      "FOR EACH ROW WHEN (\(row) NOT NULL) BEGIN UPDATE \(own) SET \(column) = \(value) WHERE Z_PK = \(row); "
        + notice("NSCoreDataDATriggerUpdatedAffectedObjectValue", row)
    }
    let (new, old) = ("NEW.\(key)", "OLD.\(key)")
    return [
      "CREATE TRIGGER \(name(child, "PARAMETER_INSERT")) AFTER INSERT ON \(child) \(adjust(new, "IFNULL(\(column), 0) + 1"))",
      "CREATE TRIGGER \(name(child, "PARAMETER_UPDATE_INCREMENT")) AFTER UPDATE OF \(key) ON \(child) \(adjust(new, "\(column) + 1"))",
      "CREATE TRIGGER \(name(child, "PARAMETER_UPDATE_DECREMENT")) AFTER UPDATE OF \(key) ON \(child) \(adjust(old, "\(column) - 1"))",
      "CREATE TRIGGER \(name(child, "PARAMETER_DELETE")) AFTER DELETE ON \(child) \(adjust(old, "\(column) - 1"))",
      "CREATE TRIGGER \(name(own, "SOURCE_INSERT")) AFTER INSERT ON \(own) FOR EACH ROW BEGIN UPDATE \(own) SET \(column) = (SELECT IFNULL(COUNT(\(key)), 0) FROM \(child) WHERE \(key) = NEW.Z_PK) WHERE Z_PK = NEW.Z_PK; "
        + notice("NSCoreDataDATriggerInsertUpdatedAffectedObjectValue", "NEW.Z_PK"),
    ]
  }
}
