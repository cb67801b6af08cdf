/// A row as predicates and sort descriptors see it: values by key, relationships as other rows.
final class StoredRow: KeyValueCoding, IdentifiedValue, KeyPathTyping {
  let reference: RowReference
  private let source: StoredRowSource
  private let layout: EntityLayout

  init(_ reference: RowReference, in source: StoredRowSource) {
    self.reference = reference
    self.source = source
    layout = source.model.layouts[reference.row.entityIndex]
  }

  var comparisonIdentity: AnyHashable { RowIdentity(root: layout.rootIndex, key: reference.row.key) }

  func value(forKey key: String) -> Any? {
    if key == "self" || key == "objectID" { return self }
    guard let property = layout.property(named: key) else {
      fatalError("keypath \(key) not found in entity \(layout.name)")
    }
    switch property.kind {
    case .attribute(let kind):
      guard property.isStored else { return nil }
      return property.publicValue(reference.row.value(of: property.cell, kind: kind), kind)
    case .toOne:
      return reference.row.destination(of: property).flatMap { source.row($0) }
    case .toMany:
      let rows = source.destinations(of: property, owner: reference.row.key)
      return rows
    }
  }

  func leadsToMany(_ keys: ArraySlice<String>) -> Bool { layout.leadsToMany(keys) }

  /// A stored row is only read.
  func setValue(_ value: Any?, forKey key: String) {
    fatalError("A stored row cannot be changed: \(layout.name).\(key)")
  }
}

/// Names a row in comparisons, whatever stands for it: the row, the object or its ID.
struct RowIdentity: Hashable {
  let root: Int
  let key: Int64
}

/// The tables that a `StoredRow` follows relationships in.
final class StoredRowSource {
  let tables: MemoryTables
  let model: CompiledModel

  init(tables: MemoryTables, model: CompiledModel) {
    self.tables = tables
    self.model = model
  }

  func row(_ key: ObjectKey) -> StoredRow? {
    tables.row(key.key, root: model.layouts[key.entityIndex].rootIndex).map { StoredRow($0, in: self) }
  }

  func destinations(of property: PropertyLayout, owner: Int64) -> [StoredRow] {
    tables.destinations(of: property, owner: owner).compactMap(row)
  }

  /// A predicate whose constants name rows, not objects of a context.
  func identified(_ tree: PredicateTree) -> PredicateTree { tree.mappingConstants(RowName.named) }
}

/// A constant of a predicate that names a row, and has the values of the object that it was.
final class RowName: KeyValueCoding, IdentifiedValue {
  let comparisonIdentity: AnyHashable
  private let object: NSManagedObject?

  private init(_ root: Int, _ key: Int64, _ object: NSManagedObject? = nil) {
    comparisonIdentity = RowIdentity(root: root, key: key)
    self.object = object
  }

  /// `value` with the names of rows where it has objects and IDs.
  static func named(_ value: Any) -> Any {
    switch value {
    case let object as NSManagedObject: RowName(object.layout.rootIndex, object.key, object)
    case let id as NSManagedObjectID: RowName(id.layout.rootIndex, id.key)
    case let set as NSSet: set.allObjects.map(named)
    case let set as NSOrderedSet: set.array.map(named)
    default: value
    }
  }

  /// A key path such as `$FETCH_SOURCE.name` reads the object, unsaved changes included.
  func value(forKey key: String) -> Any? {
    if key == "self" || key == "objectID" { return self }
    guard let object else { fatalError("An object ID has no value for the key \"\(key)\".") }
    return object.value(forKey: key).map(RowName.named)
  }

  /// The name of a row is only read.
  func setValue(_ value: Any?, forKey key: String) { fatalError("The name of a row cannot be changed: \(key)") }
}
