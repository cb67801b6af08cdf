/// One step of a save into a store in memory, as it has to be taken back when the save fails.
enum MemoryEdit {
  /// The row that a key had; nil for none.
  case row(root: Int, key: Int64, RowReference?)
  /// A member was added at the end of a relationship.
  case added(link: Int, owner: Int64)
  /// A member was removed from a relationship.
  case removed(link: Int, owner: Int64, member: ObjectKey, place: Int)
  /// The list that a relationship had as a whole; nil for none.
  case list(link: Int, owner: Int64, MemberList?)
}
