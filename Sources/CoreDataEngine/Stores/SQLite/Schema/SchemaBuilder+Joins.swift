extension SchemaBuilder {
  /// Names the tables of many-to-many relationships and their columns.
  mutating func placeManyToMany() throws {
    let keyColumns = keyColumnNames()
    for layout in layouts {
      for property in layout.properties where property.owner === layout {
        guard let inverse = property.inverse, isManyToMany(property), isFirst(property, of: inverse) else { continue }
        let (first, second) = sides(property, inverse)
        guard let firstName = keyColumns[Key(first)], let secondName = keyColumns[Key(second)] else { continue }
        place(first, second, columns: SQLIdentifier(firstName), SQLIdentifier(secondName))
      }
    }
  }

  private func isManyToMany(_ property: PropertyLayout) -> Bool {
    guard property.isToMany, !property.isTransient, let inverse = property.inverse, inverse.isToMany else {
      return false
    }
    return contains(property.destination) && contains(inverse.owner)
  }

  /// Each pair is placed when its first half comes by.
  private func isFirst(_ property: PropertyLayout, of inverse: PropertyLayout) -> Bool {
    (property.owner.index, property.slot) <= (inverse.owner.index, inverse.slot)
  }

  /// The relationships whose keys the first and the second column hold: that which yields rows of the entity with the
  /// lower number comes first; on one entity, the alphabet decides.
  private func sides(_ property: PropertyLayout, _ inverse: PropertyLayout) -> (PropertyLayout, PropertyLayout) {
    let (a, b) = (number(property.owner), number(inverse.owner))
    if a != b { return a < b ? (inverse, property) : (property, inverse) }
    return SchemaBuilder.capitals(property.name) <= SchemaBuilder.capitals(inverse.name)
      ? (property, inverse) : (inverse, property)
  }

  /// A key column, by the relationship that yields its rows.
  private struct Key: Hashable {
    let relationship: ObjectIdentifier
    /// Set for the second column of a relationship that is its own inverse.
    var isRepeated = false

    init(_ property: PropertyLayout) { relationship = ObjectIdentifier(property) }
  }

  /// `Z_<number><NAME>` for each many-to-many relationship: the number is that of the entity whose keys the column holds, and
  /// names are unique among the columns that hold its keys, in the order of that entity's own relationships.
  private func keyColumnNames() -> [Key: String] {
    var names: [Key: String] = [:]
    for layout in layouts {
      var allocator = NameAllocator(reserved: [])
      for property in layout.properties where property.owner === layout && isManyToMany(property) {
        guard let inverse = property.inverse else { continue }
        names[Key(inverse)] = allocator.unique("Z_\(number(layout))\(SchemaBuilder.capitals(inverse.name))")
      }
    }
    return names
  }

  private mutating func place(
    _ first: PropertyLayout, _ second: PropertyLayout, columns firstColumn: SQLIdentifier, _ secondColumn: SQLIdentifier
  ) {
    let isOwnInverse = first === second
    var (firstColumn, secondColumn) = (firstColumn, secondColumn)
    if isOwnInverse { secondColumn = SQLIdentifier("\(firstColumn.name)1") }
    // `first` yields the rows of the first column, so it belongs to the entity of the second.
    let names = [
      "Z_\(number(second.owner))\(SchemaBuilder.capitals(second.name))",
      "Z_\(number(first.owner))\(SchemaBuilder.capitals(first.name))",
    ].map(SQLIdentifier.init)
    let table = names.first { stored?.has($0) ?? true } ?? names[0]
    firstColumn = stored?.column(firstColumn, in: table) ?? firstColumn
    secondColumn = stored?.column(secondColumn, in: table) ?? secondColumn
    if let columns = stored?.tables[table.name], isOwnInverse || firstColumn == secondColumn, columns.count > 1 {
      (firstColumn, secondColumn) = (SQLIdentifier(columns[0]), SQLIdentifier(columns[1]))
    }
    let firstOrder = first.isOrdered ? order(firstColumn, in: table) : nil
    let secondOrder = second.isOrdered ? order(secondColumn, in: table) : nil
    placements[ObjectIdentifier(second)] = .manyToMany(
      SQLPlacement.ManyToMany(
        table: table, owner: firstColumn, destination: secondColumn, order: secondOrder,
        inverseOrder: isOwnInverse ? nil : firstOrder))
    if !isOwnInverse {
      placements[ObjectIdentifier(first)] = .manyToMany(
        SQLPlacement.ManyToMany(
          table: table, owner: secondColumn, destination: firstColumn, order: firstOrder, inverseOrder: secondOrder))
    }
    let orders = isOwnInverse ? [secondOrder] : [firstOrder, secondOrder]
    joinTables.append(
      JoinTable(
        identifier: table, first: firstColumn, second: secondColumn, orders: orders.compactMap { $0 },
        owner: second.owner))
  }

  /// `Z_FOK_` and the name of the column it orders.
  private func order(_ column: SQLIdentifier, in table: SQLIdentifier) -> SQLIdentifier {
    let wanted = SQLIdentifier("Z_FOK_\(column.name.dropFirst(2))")
    return stored?.column(wanted, in: table) ?? wanted
  }
}
