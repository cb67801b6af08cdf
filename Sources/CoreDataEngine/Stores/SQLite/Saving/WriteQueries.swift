/// The statements that write rows of each entity, made when they are first needed, and the memory for their parameters.
///
/// @unchecked Sendable: used by the thread that has the writing connection, and no other.
final class WriteQueries: @unchecked Sendable {
  /// A statement and what its parameters are.
  final class Query {
    let sql: String
    let plan: ColumnPlan

    init(sql: String, plan: ColumnPlan) {
      self.sql = sql
      self.plan = plan
    }
  }

  /// What inserts rows of an entity.
  final class Insertion {
    /// Inserts one row. Parameters: the key, then the columns.
    let sql: String
    /// Inserts `groupSize` rows, the parameters of each after those of the one before; nil where that takes too many.
    ///
    /// Stops at a row that a unique index refuses and keeps those before it: undoing them would take a journal for every
    /// statement, which costs more than the whole insertion.
    let groupSQL: String?
    let groupSize: Int
    let plan: ColumnPlan

    /// An SQLite may be built for no more than 999 parameters.
    private static let parameterLimit = 900

    init(_ entity: SQLEntity, _ properties: [PropertyLayout], groupSize: Int = 8) {
      self.groupSize = groupSize
      plan = ColumnPlan(entity, properties, first: 2)
      let columns = (["Z_PK", "Z_ENT", "Z_OPT"] + plan.columns).joined(separator: ", ")
      let values =
        "(" + (["?", String(entity.number), "1"] + plan.columns.map { _ in "?" }).joined(separator: ", ") + ")"
      sql = "INSERT INTO \(entity.table) (\(columns)) VALUES \(values)"
      let group = Array(repeating: values, count: groupSize).joined(separator: ", ")
      groupSQL =
        groupSize * (plan.columns.count + 1) > Insertion.parameterLimit
        ? nil : "INSERT OR FAIL INTO \(entity.table) (\(columns)) VALUES \(group)"
    }
  }

  /// What removes a row and all that points at it from tables of relationships.
  final class Deletion {
    /// Parameters: key and version.
    let sql: String
    /// Parameter: the key.
    let unconditionalSQL: String
    /// Parameter: the key.
    let linkSQL: [String]
    let externalColumns: [String]

    init(_ entity: SQLEntity, _ schema: SQLSchema) {
      sql = "DELETE FROM \(entity.table) WHERE Z_PK = ? AND Z_OPT = ?"
      unconditionalSQL = "DELETE FROM \(entity.table) WHERE Z_PK = ?"
      externalColumns = ColumnPlan(entity, entity.layout.properties, first: 1).externalColumns
      var links: [String] = []
      for property in entity.layout.properties {
        switch entity.placements[property.slot] {
        case .manyToMany(let join):
          links.append("DELETE FROM \(join.table) WHERE \(join.owner) = ?")
          if property.inverse === property { links.append("DELETE FROM \(join.table) WHERE \(join.destination) = ?") }
        case .inverseless(let column):
          let table = schema.entity(property.destination).table
          links.append("UPDATE \(table) SET \(column) = NULL WHERE \(column) = ?")
        case .none, .attribute, .composite, .toOne, .oneToMany: continue
        }
      }
      linkSQL = links
    }
  }

  /// A relationship without a column of its own in the table of its owner.
  struct Link {
    let property: PropertyLayout
    let placement: SQLPlacement

    /// nil when nothing has to be written for a change of the relationship.
    init?(_ property: PropertyLayout, _ placement: SQLPlacement) {
      switch placement {
      case .manyToMany, .inverseless: break
      case .oneToMany(let inverse): if inverse.order == nil { return nil }
      case .none, .attribute, .composite, .toOne: return nil
      }
      self.property = property
      self.placement = placement
    }
  }

  /// Which columns of which entity an update writes.
  struct Shape: Hashable {
    let entity: Int
    let slots: SlotSet
  }

  let arena = BindingArena()
  private let schema: SQLSchema
  private var insertions: [Insertion?]
  private var deletions: [Deletion?]
  private var updates: [Shape: Query] = [:]
  private var links: [[Link]?]

  init(schema: SQLSchema) {
    self.schema = schema
    insertions = Array(repeating: nil, count: schema.entities.count)
    deletions = Array(repeating: nil, count: schema.entities.count)
    links = Array(repeating: nil, count: schema.entities.count)
  }

  func links(of layout: EntityLayout) -> [Link] {
    if let known = links[layout.index] { return known }
    let entity = schema.entity(layout)
    let found = layout.properties.compactMap { Link($0, entity.placements[$0.slot]) }
    links[layout.index] = found
    return found
  }

  func insertion(of layout: EntityLayout) -> Insertion {
    if let known = insertions[layout.index] { return known }
    let insertion = Insertion(schema.entity(layout), layout.properties)
    insertions[layout.index] = insertion
    return insertion
  }

  /// Parameters: the columns, the new version, the key, the old version.
  func update(of layout: EntityLayout, slots: SlotSet) -> Query {
    let shape = Shape(entity: layout.index, slots: slots)
    if let known = updates[shape] { return known }
    let entity = schema.entity(layout)
    var properties: [PropertyLayout] = []
    slots.forEach { properties.append(layout.properties[$0]) }
    let plan = ColumnPlan(entity, properties, first: 1)
    let columns = plan.columns.map { "\($0) = ?, " }.joined()
    let query = Query(sql: "UPDATE \(entity.table) SET \(columns)Z_OPT = ? WHERE Z_PK = ? AND Z_OPT = ?", plan: plan)
    // Programs change few sets of columns; one that changes very many does not get to keep them all.
    if updates.count >= 512 { updates = [:] }
    updates[shape] = query
    return query
  }

  func deletion(of layout: EntityLayout) -> Deletion {
    if let known = deletions[layout.index] { return known }
    let deletion = Deletion(schema.entity(layout), schema)
    deletions[layout.index] = deletion
    return deletion
  }
}
