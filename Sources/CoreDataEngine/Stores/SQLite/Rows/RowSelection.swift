import CCoreDataRows

/// What a row query selects: for each entity that may come, which result column goes into which cell.
///
/// The select list is `Z_ENT, Z_PK, Z_OPT`, then `columns` in order.
final class RowSelection {
  typealias Operation = coredata_operation
  typealias Cell = coredata_cell

  /// The cells of one entity.
  final class Plan {
    let layout: EntityLayout
    let entityIndex: Int
    let cellCount: Int
    /// Where they stay for reading without reference counting.
    let cells: UnsafeBufferPointer<Cell>
    /// Attributes whose cell several columns fill.
    let composites: [Composite]

    init(layout: EntityLayout, cells: ContiguousArray<Cell>, composites: [Composite]) {
      self.layout = layout
      entityIndex = layout.index
      cellCount = layout.cellCount
      let memory = UnsafeMutableBufferPointer<Cell>.allocate(capacity: cells.count)
      _ = memory.initialize(fromContentsOf: cells)
      self.cells = UnsafeBufferPointer(memory)
      self.composites = composites
    }

    deinit { cells.deallocate() }
  }

  struct Composite {
    let property: PropertyLayout
    let layout: CompositeLayout
    let columns: [Int32]
  }

  let schema: SQLSchema
  let layout: EntityLayout
  let includesSubentities: Bool
  /// The value columns as SQL spells them, without a table.
  let columns: [String]
  /// By the entity's index less that of `layout`.
  let plans: [Plan?]

  /// The columns that stand before the values.
  static let fixedColumns: [String] = ["Z_ENT", "Z_PK", "Z_OPT"]

  init(schema: SQLSchema, layout: EntityLayout, includesSubentities: Bool) {
    self.schema = schema
    self.layout = layout
    self.includesSubentities = includesSubentities
    var columns: [String] = []
    var places: [SQLIdentifier: Int32] = [:]
    func place(_ column: SQLIdentifier) -> Int32 {
      if let place = places[column] { return place }
      let place = Int32(RowSelection.fixedColumns.count + columns.count)
      columns.append(column.sql)
      places[column] = place
      return place
    }
    let last = includesSubentities ? layout.lastDescendant : layout.index
    plans = (layout.index...last).map { index in
      guard let entity = schema.entities[index] else { return nil }
      var cells: ContiguousArray<Cell> = []
      var composites: [Composite] = []
      for property in entity.layout.properties where property.isStored {
        let (cell, slot) = (Int32(property.cell), Int32(property.slot))
        switch entity.placements[property.slot] {
        case .attribute(let column):
          guard let kind = property.attributeKind else { continue }
          cells.append(Cell(column: place(column), cell: cell, slot: slot, operation: Operation(kind)))
        case .toOne(let key):
          cells.append(Cell(column: place(key.column), cell: cell, slot: slot, operation: .key))
          if let column = key.entity {
            cells.append(Cell(column: place(column), cell: cell + 1, slot: slot, operation: .entity))
          }
        case .composite(let columns):
          guard let layout = property.composite else { continue }
          composites.append(Composite(property: property, layout: layout, columns: columns.map(place)))
        case .none, .oneToMany, .manyToMany, .inverseless: continue
        }
      }
      return Plan(layout: entity.layout, cells: cells, composites: composites)
    }
    self.columns = columns
  }

  /// The select list for rows of the table with an alias.
  func selectList(alias: String) -> String {
    (RowSelection.fixedColumns + columns).map { "\(alias).\($0)" }.joined(separator: ", ")
  }
}

extension RowSelection.Operation {
  fileprivate init(_ kind: AttributeKind) {
    switch kind {
    case .integer16: self = .integer16
    case .integer32: self = .integer32
    case .integer64, .boolean: self = .integer64
    case .double, .float, .date: self = .double
    case .string, .uri: self = .text
    case .binary, .transformable, .object, .composite: self = .blob
    case .decimal: self = .decimal
    case .uuid: self = .uuid
    }
  }
}
