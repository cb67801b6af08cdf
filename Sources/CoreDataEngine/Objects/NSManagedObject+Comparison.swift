/// Objects and their IDs are the same in predicates.
extension NSManagedObject: IdentifiedValue {
  package var comparisonIdentity: AnyHashable { RowIdentity(root: layout.rootIndex, key: key) }
}

extension NSManagedObjectID: IdentifiedValue {
  package var comparisonIdentity: AnyHashable { RowIdentity(root: layout.rootIndex, key: key) }
}

extension NSManagedObject: KeyPathTyping {
  package func leadsToMany(_ keys: ArraySlice<String>) -> Bool { layout.leadsToMany(keys) }
}
