/// A derived attribute of a store: its column, and where in the store its value comes from.
struct DerivedAttribute {
  /// A step of a path: the foreign key in the table before, and the table it leads to.
  struct Hop {
    let key: SQLIdentifier
    let table: SQLIdentifier
  }

  /// Where the members of a to-many relationship are.
  enum Members {
    /// Rows of `table` whose column `owner` has the key.
    case children(table: SQLIdentifier, owner: SQLIdentifier)
    /// Rows of `table` that a table of pairs names.
    case paired(pairs: SQLIdentifier, owner: SQLIdentifier, member: SQLIdentifier, table: SQLIdentifier)
  }

  enum Source {
    case now
    case path([Hop], SQLIdentifier, Derivation.TextFunction?)
    /// Of the members, or of a column of theirs, whose values are of the kind.
    case figure(Derivation.Figure, Members, SQLIdentifier?, AttributeKind)
  }

  let entity: SQLEntity
  let property: PropertyLayout
  let column: SQLIdentifier
  let derivation: Derivation
  let source: Source

  /// The function of text that the value takes; SQL has none of these for all languages.
  var textFunction: Derivation.TextFunction? { if case .path(_, _, let function) = source { function } else { nil } }

  /// What names of triggers have in common, after the table.
  var label: String { "\(entity.layout.name)_\(property.name)" }

  /// Apple's prefix for the names of these triggers.
  static let triggerPrefix = "Z_DA_"
}

extension SQLSchema {
  /// The derived attributes of the store. Throws 134020 for an expression that no database can keep up to date, unless those
  /// are to be left out: a file that has them is kept by whatever triggers are in it.
  func derivedAttributes(leavingOutUnknown: Bool = false) throws -> [DerivedAttribute] {
    var all: [DerivedAttribute] = []
    for case let entity? in entities {
      for property in entity.layout.properties where property.owner === entity.layout && property.isStored {
        guard let description = property.attribute as? NSDerivedAttributeDescription,
          case .attribute(let column) = entity.placements[property.slot]
        else { continue }
        let text = description.derivationExpression?.description ?? ""
        guard let derivation = Derivation(text), let source = source(of: derivation, entity) else {
          if leavingOutUnknown { continue }
          throw ModelError.problem(
            """
            The derivation '\(text)' of '\(entity.layout.name).\(property.name)' cannot be kept up to date by a store. \
            Use a to-one key path, canonical:, uppercase: or lowercase: of one, @count or @sum of a to-many \
            relationship, or now().
            """, entity: entity.layout.name, property: property.name)
        }
        all.append(
          DerivedAttribute(
            entity: entity, property: property, column: column, derivation: derivation, source: source))
      }
    }
    return all
  }

  /// nil for a path that leads nowhere.
  private func source(of derivation: Derivation, _ entity: SQLEntity) -> DerivedAttribute.Source? {
    switch derivation {
    case .now: return .now
    case .path(let keys, let function):
      guard let end = follow(keys, from: entity.layout) else { return nil }
      if function != nil, end.kind != .string { return nil }
      return .path(end.hops, end.column, function)
    case .figure(let figure, let name, let keys):
      guard let relationship = entity.layout.property(named: name), relationship.isToMany,
        let members = members(of: relationship, entity)
      else { return nil }
      if keys.isEmpty { return .figure(figure, members, nil, .integer64) }
      guard let end = follow(keys, from: relationship.destination), end.hops.isEmpty else { return nil }
      guard
        end.kind.isInteger || end.kind == .double || end.kind == .float || end.kind == .decimal
          || end.kind == .date
      else {
        return nil
      }
      return .figure(figure, members, end.column, end.kind)
    }
  }

  private func follow(
    _ keys: [String], from start: EntityLayout
  ) -> (hops: [DerivedAttribute.Hop], column: SQLIdentifier, kind: AttributeKind)? {
    var hops: [DerivedAttribute.Hop] = []
    var layout = start
    for (place, key) in keys.enumerated() {
      guard let property = layout.property(named: key), let entity = entities[layout.index] else { return nil }
      switch entity.placements[property.slot] {
      case .attribute(let column):
        guard place == keys.count - 1, let kind = property.attributeKind else { return nil }
        return (hops, column, kind)
      case .toOne(let columns):
        guard let destination = entities[property.destination.index] else { return nil }
        hops.append(DerivedAttribute.Hop(key: columns.column, table: destination.table))
        layout = property.destination
      default: return nil
      }
    }
    return nil
  }

  private func members(of relationship: PropertyLayout, _ entity: SQLEntity) -> DerivedAttribute.Members? {
    guard let table = entities[relationship.destination.index]?.table else { return nil }
    switch entity.placements[relationship.slot] {
    case .oneToMany(let inverse): return .children(table: table, owner: inverse.column)
    case .inverseless(let column): return .children(table: table, owner: column)
    case .manyToMany(let pairs):
      return .paired(pairs: pairs.table, owner: pairs.owner, member: pairs.destination, table: table)
    default: return nil
    }
  }
}
