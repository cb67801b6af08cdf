/// Something wrong in a store, and what a repaired copy does about it.
package struct StoreProblem {
  package enum Kind: String {
    case damage, entityNumber, keyCounter, danglingReference, oneSidedInverse, joinTable, missingValue
    case missingFile, unusedFile
  }

  package enum Repair {
    /// A statement that mends it.
    case statement(String)
    /// Files that go, by their names in the folder of external data.
    case removal([String])
  }

  package var kind: Kind
  /// The entity, and its property, or the table.
  package var place: String
  package var reason: String
  package var count = 1
  /// nil for what a person has to decide.
  package var repair: Repair?
}
