/// One side of a comparison.
enum SQLOperand {
  case value(SQLExpression)
  case many(SQLCollection)
  /// A list whose members differ from row to row.
  case list([ExpressionTree])
}

extension QueryCompiler {
  /// The alias of an object's table, which is joined for it when need be.
  func alias(of object: ObjectReference) -> String {
    object.alias ?? object.scope.join(schema.entity(object.layout).table, key: object.key, alias: nextAlias)
  }

  /// The object that a key path begins at; nil when `operand` is none.
  private func start(_ operand: ExpressionTree) throws -> ObjectReference? {
    switch operand {
    case .evaluatedObject: return root
    case .variable(let name): return members[name]
    default: return nil
    }
  }

  func value(_ object: ObjectReference) -> SQLExpression {
    var value = SQLExpression(SQLFragment(object.key), .object(object.layout))
    value.object = object
    return value
  }

  /// What a key path leads to.
  func path(_ keys: [String], of operand: ExpressionTree) throws -> SQLOperand {
    if let object = try start(operand) { return try path(keys[...], of: object, whole: keys) }
    switch operand {
    case .keyPath(let first, of: let inner): return try path(first + keys, of: inner)
    case .variable(let name): throw QueryError.unbound(name)
    case .subquery:
      guard case .many(let collection) = try self.operand(operand) else { throw SQLGap() }
      return try path(keys[...], of: collection, whole: keys)
    default: throw SQLGap()
    }
  }

  private func path(_ keys: ArraySlice<String>, of start: ObjectReference, whole: [String]) throws -> SQLOperand {
    var object = start
    var rest = keys
    while let key = rest.popFirst() {
      guard let property = object.layout.property(named: key) else {
        guard rest.isEmpty, let value = implied(key, of: object) else {
          throw QueryError.unknownKeyPath(whole, in: start.layout)
        }
        return .value(value)
      }
      switch schema.entity(object.layout).placements[property.slot] {
      case .none: throw QueryError.unknownKeyPath(whole, in: start.layout)
      case .attribute(let column):
        guard rest.isEmpty else { throw QueryError.unknownKeyPath(whole, in: start.layout) }
        var value = SQLExpression("\(raw: alias(of: object)).\(column)", SQLType(property.attributeKind ?? .object))
        value.attribute = property
        return .value(value)
      case .composite(let columns):
        guard let value = composite(property, columns, rest, of: object) else {
          throw QueryError.unknownKeyPath(whole, in: start.layout)
        }
        return .value(value)
      case .toOne(let columns):
        let alias = alias(of: object)
        object = ObjectReference(
          scope: object.scope, layout: property.destination, key: "\(alias).\(columns.column)", alias: nil,
          entity: columns.entity.map { "\(alias).\($0)" })
      case .oneToMany, .manyToMany, .inverseless:
        let collection = collection(property, of: object)
        return rest.isEmpty ? .many(collection) : try path(rest, of: collection, whole: whole)
      }
    }
    return .value(value(object))
  }

  /// An element of a composite attribute, or, without further keys, the whole of it, which can be nil or not.
  private func composite(
    _ property: PropertyLayout, _ columns: [SQLIdentifier], _ keys: ArraySlice<String>, of object: ObjectReference
  ) -> SQLExpression? {
    let alias = alias(of: object)
    guard let layout = property.composite else { return nil }
    if keys.isEmpty {
      let all = columns.map { "\(alias).\($0)" }
      let sql = all.count == 1 ? all[0] : all.isEmpty ? "NULL" : "COALESCE(\(all.joined(separator: ", ")))"
      var value = SQLExpression("\(raw: sql)", .transformable)
      value.attribute = property
      value.elements = all
      return value
    }
    guard let leaf = layout.leaf(at: keys) else { return nil }
    return SQLExpression("\(raw: alias).\(columns[leaf])", SQLType(layout.leaves[leaf].kind))
  }

  /// What a key stands for that every object has; nil for another.
  private func implied(_ key: String, of object: ObjectReference) -> SQLExpression? {
    switch key {
    case "objectID", "self": value(object)
    case "entity": SQLExpression("\(raw: alias(of: object)).Z_ENT", .entity)
    default: nil
    }
  }

  /// What is read from the members of a collection, or computed over them.
  private func path(_ keys: ArraySlice<String>, of collection: SQLCollection, whole: [String]) throws -> SQLOperand {
    let end = keys.firstIndex { $0.hasPrefix("@") } ?? keys.endIndex
    var collection = collection
    if end > keys.startIndex { collection = try read(keys[keys.startIndex..<end], from: collection, whole: whole) }
    guard end < keys.endIndex else { return .many(collection) }
    let after = keys[(end + 1)...]
    if !after.isEmpty {
      guard keys[end] != "@count" else { throw QueryError.unknownKeyPath(whole, in: root.layout) }
      collection = try read(after, from: collection, whole: whole)
    }
    return .value(try figure(keys[end], of: collection))
  }

  private func read(_ keys: ArraySlice<String>, from collection: SQLCollection, whole: [String]) throws -> SQLCollection
  {
    guard let object = collection.value.object else { throw QueryError.unknownKeyPath(whole, in: root.layout) }
    guard case .value(let value) = try path(keys, of: object, whole: Array(keys)) else {
      throw QueryError.multipleToManyNotAllowed
    }
    var result = collection
    result.value = value
    result.isMember = false
    return result
  }

  /// The members of a to-many relationship of an object.
  func collection(_ relationship: PropertyLayout, of owner: ObjectReference) -> SQLCollection {
    let table = schema.entity(relationship.destination).table
    let alias = nextAlias()
    func collection(_ source: SQLIdentifier, key: SQLIdentifier?, owner column: SQLIdentifier) -> SQLCollection {
      let scope = SQLScope(source: "\(source) \(alias)")
      let member = ObjectReference(
        scope: scope, layout: relationship.destination, key: key.map { "\(alias).\($0)" } ?? "\(alias).Z_PK",
        alias: key == nil ? alias : nil, entity: nil)
      return SQLCollection(
        scope: scope, conditions: ["\(raw: owner.key) = \(raw: alias).\(column)"], member: member, value: value(member))
    }
    switch schema.entity(owner.layout).placements[relationship.slot] {
    case .oneToMany(let inverse): return collection(table, key: nil, owner: inverse.column)
    case .inverseless(let column): return collection(table, key: nil, owner: column)
    case .manyToMany(let join): return collection(join.table, key: join.destination, owner: join.owner)
    case .none, .attribute, .composite, .toOne:
      fatalError("'\(relationship.name)' is no to-many relationship of the store.")
    }
  }
}
