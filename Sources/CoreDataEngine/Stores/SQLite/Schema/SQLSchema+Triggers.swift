/// The triggers that keep derived attributes up to date.
extension SQLSchema {
  /// The triggers that a file has for the entities of a table. Attributes with functions of text have none there.
  func triggers(of table: SQLTable) throws -> [String] {
    try derivedAttributes().filter { $0.entity.layout.rootIndex == table.root.rootIndex && $0.textFunction == nil }
      .flatMap(\.triggers).map { "CREATE \($0)" }
  }
}
