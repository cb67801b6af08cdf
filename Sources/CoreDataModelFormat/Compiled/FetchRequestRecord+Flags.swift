extension FetchRequestRecord {
  static let defaultFlags = 30

  private static let distinctResults = 1
  private static let subentities = 2
  private static let propertyValues = 4
  private static let objectsAsFaults = 8
  private static let pendingChanges = 16

  /// The flags as an archived request holds them (`NSFetchRequestFlags`). Which of the bits 2 and 8 means which of
  /// their two options is not known from files, where both are always set; reader and writer agree.
  var flags: Int {
    get {
      (returnsDistinctResults ? Self.distinctResults : 0) | (includesSubentities ? Self.subentities : 0)
        | (includesPropertyValues ? Self.propertyValues : 0) | (returnsObjectsAsFaults ? Self.objectsAsFaults : 0)
        | (includesPendingChanges ? Self.pendingChanges : 0)
    }
    set {
      returnsDistinctResults = newValue & Self.distinctResults != 0
      includesSubentities = newValue & Self.subentities != 0
      includesPropertyValues = newValue & Self.propertyValues != 0
      returnsObjectsAsFaults = newValue & Self.objectsAsFaults != 0
      includesPendingChanges = newValue & Self.pendingChanges != 0
    }
  }
}
