import CoreDataSQLite

extension RowReader {
  /// Packs the columns of each composite attribute into its one cell.
  @inline(never)
  func packComposites(_ plan: RowSelection.Plan, of statement: Statement, into writer: inout RowWriter) throws {
    for composite in plan.composites {
      var values: [Value] = []
      for (leaf, column) in zip(composite.layout.leaves, composite.columns) {
        guard let value = RowReader.value(of: leaf.kind, statement, column) else {
          let name = "\(composite.property.name).\(leaf.name)"
          throw NSError.coreData(
            NSCoreDataError,
            reason: """
              The column of '\(plan.layout.name).\(name)' in row \(statement.integer(1)) holds \
              \(statement.columnType(column)) content that does not fit the property. Another program has written it; \
              correct or clear it with an SQLite tool.
              """,
            userInfo: ["entity": plan.layout.name, "property": name, "key": statement.integer(1)])
        }
        values.append(value)
      }
      writer.set(composite.layout.packed(values), cell: composite.property.cell)
    }
  }

  /// The value in a column; nil when it is none of the kind.
  static func value(of kind: AttributeKind, _ statement: Statement, _ column: Int32) -> Value? {
    switch (statement.columnType(column), kind) {
    case (.null, _): return .null
    case (.integer, .integer16), (.integer, .integer32), (.integer, .integer64), (.integer, .boolean):
      let value = Value.integer(statement.integer(column))
      return kind.problem(of: value) == nil ? value : nil
    case (.double, .integer16), (.double, .integer32), (.double, .integer64):
      guard let whole = Int64(exactly: statement.double(column)) else { return nil }
      return kind.problem(of: .integer(whole)) == nil ? .integer(whole) : nil
    case (.double, .double), (.double, .float), (.double, .date), (.integer, .double), (.integer, .float),
      (.integer, .date):
      return .double(statement.double(column))
    case (.text, .string), (.text, .uri): return .string(statement.string(column) ?? "")
    case (.blob, .binary), (.blob, .transformable): return .data(statement.blob(column).map { Data($0) } ?? Data())
    case (.blob, .uuid):
      guard let bytes = statement.blob(column), bytes.count == 16 else { return nil }
      return .uuid(UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)))
    case (_, .decimal):
      return DecimalCoding.text(of: statement, column).flatMap {
        Decimal(string: $0, locale: SQLFunctions.posix).map(Value.decimal)
      }
    default: return nil
    }
  }
}
