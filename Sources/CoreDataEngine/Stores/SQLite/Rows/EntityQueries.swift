/// The selections and statements of each entity, made when they are first needed.
final class EntityQueries: Sendable {
  /// How rows of an entity are read by key.
  final class Entry: Sendable {
    let selection: UncheckedSelection
    /// One row by key.
    let rowSQL: String

    init(_ selection: RowSelection) {
      self.selection = UncheckedSelection(selection: selection)
      rowSQL = EntityQueries.sql(selection, keys: 1)
    }
  }

  /// @unchecked Sendable: a selection is immutable.
  struct UncheckedSelection: @unchecked Sendable {
    let selection: RowSelection
  }

  private let schema: SQLSchema
  private let entries: Lock<[Entry?]>

  init(schema: SQLSchema) {
    self.schema = schema
    entries = Lock(Array(repeating: nil, count: schema.entities.count))
  }

  /// Rows of an entity and those below it.
  func entry(of layout: EntityLayout) -> Entry {
    entries.withLock { entries in
      if let entry = entries[layout.index] { return entry }
      let entry = Entry(RowSelection(schema: schema, layout: layout, includesSubentities: true))
      entries[layout.index] = entry
      return entry
    }
  }

  func selection(of layout: EntityLayout) -> RowSelection { entry(of: layout).selection.selection }

  /// The rows of as many keys as there are parameters.
  static func sql(_ selection: RowSelection, keys: Int) -> String {
    let table = selection.schema.entity(selection.layout).table
    let condition = keys == 1 ? "= ?" : "IN (\(parameters(keys)))"
    return "SELECT \(selection.selectList(alias: "t0")) FROM \(table) t0 WHERE t0.Z_PK \(condition)"
  }

  /// The rows of the keys from one to another.
  static func sqlOfRange(_ selection: RowSelection) -> String {
    let table = selection.schema.entity(selection.layout).table
    return "SELECT \(selection.selectList(alias: "t0")) FROM \(table) t0 WHERE t0.Z_PK BETWEEN ? AND ?"
  }

  static func parameters(_ count: Int) -> String { String(repeating: "?, ", count: count - 1) + "?" }
}
