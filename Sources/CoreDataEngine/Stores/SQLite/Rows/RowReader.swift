import CoreDataSQLite

/// Runs a query over a `RowSelection` and packs what it gives.
struct RowReader {
  private let selection: RowSelection
  /// The plan of the rows read last and its number, since rows of an entity mostly come in runs.
  private var plan: RowSelection.Plan?
  private var planNumber: Int64 = -1

  init(_ selection: RowSelection) { self.selection = selection }

  /// All rows of `statement`, whose parameters are bound. Rows without an entity are left out, as Core Data leaves them.
  /// Throws 134060 for content that does not fit the model.
  mutating func read(_ statement: Statement, firstCapacity: Int = 4_096) throws -> [RowPage] {
    var writer = RowWriter(firstCapacity: firstCapacity)
    while try statement.step() { _ = try pack(statement, into: &writer) }
    return writer.pages
  }

  /// Packs the present row of `statement`; nil when the row has no entity.
  @inline(__always)
  mutating func pack(_ statement: Statement, into writer: inout RowWriter) throws -> RowReference? {
    let values = statement.rowValues()
    let number = values[0].integer
    let key = values[1].integer
    if number != planNumber {
      if number == 0, values[0].type == .null { return nil }
      try choosePlan(number, key: key)
    }
    guard let plan else { return nil }
    guard key > 0 else { throw invalidKey(key) }
    writer.begin(
      key: key, version: Int32(truncatingIfNeeded: values[2].integer), entityIndex: plan.layout.index,
      cellCount: plan.layout.cellCount)
    try plan.cells.withUnsafeBufferPointer { cells in
      for cell in cells { try pack(cell, values[cell.column], of: statement, into: &writer) }
    }
    if !plan.composites.isEmpty { try packComposites(plan, of: statement, into: &writer) }
    return writer.end()
  }

  @inline(__always)
  private func pack(
    _ cell: RowSelection.Cell, _ value: ColumnValue, of statement: Statement, into writer: inout RowWriter
  ) throws {
    let place = Int(cell.cell)
    switch (value.type, cell.operation) {
    case (.null, _): break
    case (.integer, .integer64): writer.set(value.integer, cell: place)
    case (.text, .text): writer.set(value.text, cell: place)
    case (.double, .double): writer.set(value.double, cell: place)
    case (.blob, .blob): writer.set(value.blob, cell: place)
    case (.integer, .double): writer.set(Double(value.integer), cell: place)
    case (.integer, .integer32):
      guard Int64(Int32.min)...Int64(Int32.max) ~= value.integer else { throw misfit(cell, statement) }
      writer.set(value.integer, cell: place)
    case (.integer, .integer16):
      guard Int64(Int16.min)...Int64(Int16.max) ~= value.integer else { throw misfit(cell, statement) }
      writer.set(value.integer, cell: place)
    case (.integer, .key):
      // Keys begin with 1; Apple writes NULL for none, others have been seen to write 0.
      let key = value.integer
      guard key >= 0 else { throw misfit(cell, statement) }
      if key > 0 { writer.set(key, cell: place) }
    case (.integer, .entity):
      let number = value.integer
      if number == 0 { break }
      guard let index = selection.schema.entityIndex(ofNumber: Int(number)) else { throw misfit(cell, statement) }
      writer.set(Int64(index), cell: place)
    default: try packRare(cell, of: statement, into: &writer)
    }
  }

  /// Decimals, UUIDs, and content in a form that Core Data itself does not write.
  @inline(never)
  private func packRare(_ cell: RowSelection.Cell, of statement: Statement, into writer: inout RowWriter) throws {
    let column = cell.column
    let place = Int(cell.cell)
    switch (statement.columnType(column), cell.operation) {
    case (.blob, .uuid):
      guard let bytes = statement.blob(column), bytes.count == 16 else { throw misfit(cell, statement) }
      writer.set(bytes, cell: place)
    case (_, .decimal):
      guard var text = DecimalCoding.text(of: statement, column) else { throw misfit(cell, statement) }
      text.withUTF8 { writer.set(UnsafeRawBufferPointer($0), cell: place) }
    case (.double, .integer16), (.double, .integer32), (.double, .integer64):
      guard let value = Int64(exactly: statement.double(column)), fits(value, cell.operation) else {
        throw misfit(cell, statement)
      }
      writer.set(value, cell: place)
    default: throw misfit(cell, statement)
    }
  }

  private func fits(_ value: Int64, _ operation: RowSelection.Operation) -> Bool {
    switch operation {
    case .integer16: Int64(Int16.min)...Int64(Int16.max) ~= value
    case .integer32: Int64(Int32.min)...Int64(Int32.max) ~= value
    default: true
    }
  }

  @inline(never)
  private mutating func choosePlan(_ number: Int64, key: Int64) throws {
    // A query that names one entity may give 0 for it, as Apple's do, which is why Apple's also read rows with a wrong
    // number where a table has one entity.
    let isOwn = number == 0 || selection.schema.isAlone(selection.layout)
    let index = isOwn ? selection.layout.index : selection.schema.entityIndex(ofNumber: Int(number))
    let place = index.map { $0 - selection.layout.index } ?? -1
    guard selection.plans.indices.contains(place), let plan = selection.plans[place] else {
      throw NSError.coreData(
        NSCoreDataError,
        reason: """
          The row \(key) of '\(selection.layout.name)' has the entity number \(number), which is that of no entity \
          of this model that may be there.
          """,
        userInfo: ["entity": selection.layout.name, "key": key])
    }
    self.plan = plan
    planNumber = number
  }

  private func invalidKey(_ key: Int64) -> NSError {
    NSError.coreData(
      NSCoreDataError, reason: "A row of '\(selection.layout.name)' has the key \(key); keys are positive.",
      userInfo: ["entity": selection.layout.name, "key": key])
  }

  @inline(never)
  private func misfit(_ cell: RowSelection.Cell, _ statement: Statement) -> NSError {
    let layout = plan?.layout ?? selection.layout
    let property = layout.properties[Int(cell.slot)]
    let key = statement.integer(1)
    return NSError.coreData(
      NSCoreDataError,
      reason: """
        The column of '\(layout.name).\(property.name)' in row \(key) holds \(statement.columnType(cell.column)) content \
        that does not fit the property. Another program has written it; correct or clear it with an SQLite tool.
        """,
      userInfo: ["entity": layout.name, "property": property.name, "key": key])
  }
}
