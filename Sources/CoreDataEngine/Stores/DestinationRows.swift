/// The destinations of a to-many relationship of many owners, as rows.
struct DestinationRows {
  var pages: [RowPage]
  /// The key of each row's owner, in the rows' order.
  var owners: ContiguousArray<Int64>
}
