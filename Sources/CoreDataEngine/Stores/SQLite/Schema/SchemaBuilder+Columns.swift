extension SchemaBuilder {
  /// The columns that an entity adds to the table of its hierarchy: attributes by name, to-one relationships by name, then
  /// the foreign keys of to-many relationships without inverse that lead to it.
  mutating func ownColumns(of layout: EntityLayout, names: inout NameAllocator) throws -> [SQLColumn] {
    var columns: [SQLColumn] = []
    let own = layout.properties.filter { $0.owner === layout }
    for property in own {
      guard let kind = property.attributeKind, property.isStored else { continue }
      if let composite = property.composite {
        columns += leafColumns(of: composite, property, names: &names)
        continue
      }
      let identifier = try column(for: property, names: &names)
      placements[ObjectIdentifier(property)] = .attribute(identifier)
      columns.append(SQLColumn(identifier, kind: kind))
    }
    for property in own where property.isToOne && property.isStored && contains(property.destination) {
      columns += try toOneColumns(property, names: &names)
    }
    columns += inverselessColumns(to: layout, names: &names)
    return columns
  }

  /// A column for each leaf of a composite attribute: `Z` and the leaf's name, or, where a file has that instead, the names
  /// of the whole path.
  private mutating func leafColumns(
    of composite: CompositeLayout, _ property: PropertyLayout, names: inout NameAllocator
  ) -> [SQLColumn] {
    let table = stored.flatMap { _ in tableNames(of: property.owner).first { stored?.has($0) ?? false } }
    let columns = composite.leaves.map { leaf -> SQLColumn in
      let path = ([property.name] + leaf.path).map(SchemaBuilder.capitals)
      let wanted = SQLIdentifier(names.unique("Z\(path[path.count - 1])"))
      let spellings = [wanted, SQLIdentifier("Z\(path.joined(separator: "_"))"), SQLIdentifier("Z\(path.joined())")]
      let found = table.flatMap { table in
        spellings.first { stored?.tables[table.name]?.contains($0.name) ?? false }
      }
      return SQLColumn(found ?? wanted, kind: leaf.kind)
    }
    placements[ObjectIdentifier(property)] = .composite(columns.map(\.identifier))
    return columns
  }

  private func column(for property: PropertyLayout, names: inout NameAllocator) throws -> SQLIdentifier {
    let name = "Z\(SchemaBuilder.capitals(property.name))"
    if names.isReserved(name) {
      throw ModelError.problem(
        "The property '\(property.owner.name).\(property.name)' would have the column '\(name)', which every table needs for itself; rename it.",
        entity: property.owner.name, property: property.name)
    }
    return SQLIdentifier(names.unique(name))
  }

  private mutating func toOneColumns(_ property: PropertyLayout, names: inout NameAllocator) throws -> [SQLColumn] {
    let key = try column(for: property, names: &names)
    let bare = String(key.name.dropFirst())
    var columns = [SQLColumn(key, group: .integer, type: "INTEGER", isForeignKey: true)]
    var entity: SQLIdentifier?
    if property.destination.hasSubentities {
      let wanted = SQLIdentifier(names.unique("Z\(number(property.destination))_\(bare)"))
      let found = found(wanted, in: property.owner)
      entity = found
      columns.append(SQLColumn(found, group: .integer, type: "INTEGER"))
    }
    var order: SQLIdentifier?
    if let inverse = property.inverse, inverse.isToMany, inverse.isOrdered {
      let identifier = SQLIdentifier(names.unique("Z_FOK_\(bare)"))
      order = identifier
      columns.append(SQLColumn(identifier, group: .order, type: "INTEGER"))
    }
    placements[ObjectIdentifier(property)] = .toOne(SQLPlacement.ToOne(column: key, entity: entity, order: order))
    return columns
  }

  private mutating func inverselessColumns(to layout: EntityLayout, names: inout NameAllocator) -> [SQLColumn] {
    var columns: [SQLColumn] = []
    for owner in layouts {
      for property in owner.properties
      where property.owner === owner && property.isToMany && !property.isTransient && property.inverse == nil
        && property.destination === layout
      {
        let wanted = SQLIdentifier(names.unique("Z\(number(owner))\(SchemaBuilder.capitals(property.name))"))
        let identifier = found(wanted, in: layout)
        placements[ObjectIdentifier(property)] = .inverseless(identifier)
        columns.append(SQLColumn(identifier, group: .integer, type: "INTEGER", isForeignKey: true))
      }
    }
    return columns
  }

  /// The column as an existing file spells it.
  private func found(_ wanted: SQLIdentifier, in layout: EntityLayout) -> SQLIdentifier {
    guard let stored else { return wanted }
    return tableNames(of: layout).lazy.compactMap { stored.column(wanted, in: $0) }.first ?? wanted
  }

  /// The names that the table of a hierarchy may have in a file.
  private func tableNames(of layout: EntityLayout) -> [SQLIdentifier] {
    let root = model.layouts.first { $0.rootIndex == layout.rootIndex } ?? layout
    return [root.name, root.entity.renamingIdentifier ?? root.name].map {
      SQLIdentifier("Z\(SchemaBuilder.capitals($0))")
    }
  }

  /// The place of a to-many relationship, once all columns have names.
  func toManyPlacement(_ property: PropertyLayout) -> SQLPlacement {
    if let placed = placements[ObjectIdentifier(property)] { return placed }
    guard let inverse = property.inverse, inverse.isToOne,
      case .toOne(let columns) = placements[ObjectIdentifier(inverse)]
    else { return .none }
    return .oneToMany(columns)
  }
}
