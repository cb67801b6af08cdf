import CoreDataSQLite

/// A batch update inside its transaction: one statement for all rows.
struct BatchUpdate {
  private let store: SQLiteStore
  private let connection: Connection
  private let target: BatchTarget
  private let assignments: [BatchAssignment]
  private let files: ExternalDataFiles
  private let history: HistoryRecorder?
  private let table: SQLIdentifier
  private let selection: BatchSelection

  init(
    _ store: SQLiteStore, _ connection: Connection, _ target: BatchTarget, _ assignments: [BatchAssignment],
    _ files: ExternalDataFiles, _ history: HistoryRecorder?
  ) throws {
    self.store = store
    self.connection = connection
    self.target = target
    self.assignments = assignments
    self.files = files
    self.history = history
    table = store.schema.entity(target.layout).table
    selection = try BatchSelection(target, store)
  }

  func run(_ options: BatchOptions) throws -> BatchOutcome {
    let keys = options.wantsKeys || history != nil ? try selection.keys(on: connection) : []
    try noteOldFiles()
    var outcome = BatchOutcome()
    outcome.count = try runStatement()
    if options.wantsKeys { outcome.keys = keys }
    if let history {
      let changed = assignments.map(\.property)
      for key in keys {
        try history.note(.update, store.schema.entity(store.model.layouts[key.entityIndex]), key.key, changed: changed)
      }
    }
    try checkRanges()
    return outcome
  }

  private func column(_ property: PropertyLayout) -> SQLIdentifier {
    guard case .attribute(let column) = store.schema.entity(target.layout).placements[property.slot] else {
      fatalError("'\(property.owner.name).\(property.name)' has no column.")
    }
    return column
  }

  private func runStatement() throws -> Int {
    var sets = ["Z_OPT = Z_OPT + 1"]
    var values: [(Statement, Int32) throws -> Void] = []
    // One value goes to many rows, and a file belongs to one, so data stays in the database.
    let binder = ValueBinder(
      schema: store.schema, files: ExternalDataFiles(of: nil), arena: store.writeQueries.arena)
    binder.begin()
    for assignment in assignments {
      let property = assignment.property
      switch assignment.source {
      case .value(let value) where property.composite != nil:
        guard let layout = property.composite,
          case .composite(let columns) = store.schema.entity(target.layout).placements[property.slot]
        else { continue }
        var leaves: [Value]?
        if case .data(let data) = value { leaves = layout.values(in: data) }
        for (leaf, column) in columns.enumerated() {
          sets.append("\(column) = ?")
          values.append { binder.bind(leaf: leaves?[leaf] ?? .null, to: $0, at: $1) }
        }
      case .value(let value):
        sets.append("\(column(property)) = ?")
        values.append { try binder.bind(value, of: property, to: $0, at: $1) }
      case .expression(let expression):
        let query = try compile(expression, for: property)
        sets.append("\(column(property)) = \(query.text)")
        for value in query.values { values.append { value.bind(to: $0, at: $1) } }
      }
    }
    let statement = try connection.prepare(
      "UPDATE \(table) SET \(sets.joined(separator: ", ")) WHERE \(selection.condition)")
    for (index, bind) in values.enumerated() { try bind(statement, Int32(index + 1)) }
    selection.bind(to: statement, from: values.count + 1)
    guard try statement.runIfUnique() else {
      throw NSError.coreData(
        NSManagedObjectConstraintMergeError,
        reason:
          "The batch update of '\(target.layout.name)' would give several rows values that must be unique; nothing was written.",
        userInfo: [NSPersistentStoreSaveConflictsErrorKey: [Any]()])
    }
    return connection.changes
  }

  /// An expression over the old row, as a select of its own, so that it may follow relationships.
  private func compile(_ expression: ExpressionTree, for property: PropertyLayout) throws -> SQLQuery {
    if property.composite != nil { throw unsupported(property, "cannot be a composite attribute's value") }
    var shape = QueryShape()
    try shape.add(expression)
    var numbering = ConstantNumbering()
    let compiler = QueryCompiler(schema: store.schema, layout: target.layout)
    let value: SQLExpression
    do {
      value = try compiler.single(try numbering.number(expression))
    } catch is SQLGap {
      throw unsupported(property, "cannot be computed in SQL")
    }
    guard let kind = property.attributeKind, value.type.isNull || value.type.isComparable(with: SQLType(kind)),
      !value.isExternal, !property.usesExternalStorage, kind != .transformable
    else { throw unsupported(property, "has another type") }
    let encoder = ConstantEncoder(schema: store.schema, store: nil)
    return SQLQuery(
      text:
        "(SELECT \(BatchUpdate.converted(value.sql.text, to: kind)) FROM \(compiler.scope.from) WHERE t0.Z_PK = \(table).Z_PK)",
      values: try value.sql.parameters.map { try encoder.value(shape.constants[$0.constant], $0.encoding) })
  }

  private static func converted(_ sql: String, to kind: AttributeKind) -> String {
    switch kind {
    case .integer16, .integer32, .integer64: "CAST(\(sql) AS INTEGER)"
    case .double, .float: "CAST(\(sql) AS REAL)"
    case .boolean: "((\(sql)) <> 0)"
    default: sql
    }
  }

  private func unsupported(_ property: PropertyLayout, _ why: String) -> NSError {
    .coreData(
      NSPersistentStoreInvalidTypeError,
      reason: "The expression for '\(property.owner.name).\(property.name)' in a batch update \(why).")
  }

  /// A computed number that its attribute cannot hold would make rows unreadable.
  private func checkRanges() throws {
    for assignment in assignments {
      guard case .expression = assignment.source, let kind = assignment.property.attributeKind else { continue }
      let range: ClosedRange<Int64>
      switch kind {
      case .integer16: range = Int64(Int16.min)...Int64(Int16.max)
      case .integer32: range = Int64(Int32.min)...Int64(Int32.max)
      default: continue
      }
      let column = column(assignment.property)
      guard
        let value = try connection.scalar(
          "SELECT \(column) FROM \(table) WHERE \(column) NOT BETWEEN \(range.lowerBound) AND \(range.upperBound) LIMIT 1"
        )
      else { continue }
      throw BatchError.invalid(
        value < 0 ? NSValidationNumberTooSmallError : NSValidationNumberTooLargeError, assignment.property, value)
    }
  }

  /// Files of values that are being replaced go after the commit.
  private func noteOldFiles() throws {
    for assignment in assignments where assignment.property.usesExternalStorage {
      let column = column(assignment.property)
      let statement = try connection.prepare(
        "SELECT \(column) FROM \(table) WHERE length(\(column)) = 38 AND \(selection.condition)")
      selection.bind(to: statement, from: 1)
      while try statement.step() { if let bytes = statement.blob(0) { files.replace(Data(bytes)) } }
    }
  }
}
