import CCoreDataRows
import CoreDataSQLite

/// Runs a query over a `RowSelection` and packs what it gives.
struct RowReader {
  private let selection: RowSelection
  private let columnCount: Int32
  /// The plan of the rows read last and its number, since rows of an entity mostly come in runs. The selection keeps it.
  private var plan: Unmanaged<RowSelection.Plan>?
  private var planNumber = Int64.min
  /// The row read last; the next one mostly lies in the same place.
  private var values = coredata_result_row()

  init(_ selection: RowSelection) {
    self.selection = selection
    columnCount = Int32(RowSelection.fixedColumns.count + selection.columns.count)
  }

  /// All rows of `statement`, whose parameters are bound. Rows without an entity are left out, as Core Data leaves them.
  /// Throws 134060 for content that does not fit the model.
  mutating func read(_ statement: Statement, firstCapacity: Int = 4_096) throws -> [RowPage] {
    var writer = RowWriter(firstCapacity: firstCapacity)
    while try statement.step() { if try begin(statement, in: &writer) { _ = writer.commit() } }
    return writer.pages
  }

  /// Packs the present row of `statement`; nil when the row has no entity.
  @inline(__always)
  mutating func pack(_ statement: Statement, into writer: inout RowWriter) throws -> RowReference? {
    try begin(statement, in: &writer) ? writer.end() : nil
  }

  /// Packs all cells of the present row of `statement`; false when the row has no entity.
  @inline(__always)
  private mutating func begin(_ statement: Statement, in writer: inout RowWriter) throws -> Bool {
    statement.find(&values, columns: columnCount)
    if values.entity != planNumber {
      if values.entity == 0, statement.isNull(0) { return false }
      try choosePlan(values.entity, key: values.key)
    }
    guard let plan else { return false }
    guard values.key > 0 else { throw invalidKey(values.key) }
    try plan._withUnsafeGuaranteedRef { plan in
      writer.begin(
        key: values.key, version: Int32(truncatingIfNeeded: values.version), entityIndex: plan.entityIndex,
        cellCount: plan.cellCount)
      var next = writer.set(plan.cells, from: 0, of: &values, statement)
      while next < plan.cells.count {
        try packRare(plan.cells[Int(next)], of: statement, into: &writer)
        next = writer.set(plan.cells, from: next + 1, of: &values, statement)
      }
      if !plan.composites.isEmpty { try packComposites(plan, of: statement, into: &writer) }
    }
    return true
  }

  /// Content that is rare, longer than the room of a page, or in a form that Core Data itself does not write.
  @inline(never)
  private func packRare(_ cell: RowSelection.Cell, of statement: Statement, into writer: inout RowWriter) throws {
    let column = cell.column
    let place = Int(cell.cell)
    switch (statement.columnType(column), cell.operation) {
    case (.text, .text):
      guard let bytes = statement.text(column) else { throw misfit(cell, statement) }
      writer.set(UnsafeRawBufferPointer(bytes), cell: place)
    case (.blob, .blob):
      guard let bytes = statement.blob(column) else { throw misfit(cell, statement) }
      writer.set(bytes, cell: place)
    case (.integer, .entity):
      guard let index = selection.schema.entityIndex(ofNumber: Int(statement.integer(column))) else {
        throw misfit(cell, statement)
      }
      writer.set(Int64(index), cell: place)
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
    self.plan = .passUnretained(plan)
    planNumber = number
  }

  private func invalidKey(_ key: Int64) -> NSError {
    NSError.coreData(
      NSCoreDataError, reason: "A row of '\(selection.layout.name)' has the key \(key); keys are positive.",
      userInfo: ["entity": selection.layout.name, "key": key])
  }

  @inline(never)
  private func misfit(_ cell: RowSelection.Cell, _ statement: Statement) -> NSError {
    let layout = plan?.takeUnretainedValue().layout ?? selection.layout
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
