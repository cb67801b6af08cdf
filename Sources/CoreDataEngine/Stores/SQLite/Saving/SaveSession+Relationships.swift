import CoreDataSQLite

/// To-many relationships: rows of join tables, foreign keys without inverse, and orders.
extension SaveSession {
  private typealias Link = WriteQueries.Link

  /// What a save has changed in one to-many relationship of one object.
  private struct Change {
    let owner: Int64
    let isNew: Bool
    var added: [NSManagedObject] = []
    var removed: [NSManagedObject] = []
    /// All members in order; nil when the stored ones were not read, and those added go to the end.
    var members: [NSManagedObject]?
  }

  /// Removals come first in the whole save: one side may drop what another takes.
  func writeRelationships() throws {
    var changed: [(Link, Change)] = []
    for (list, isNew) in [(changes.inserted, true), (changes.updated, false)] {
      var layout: EntityLayout?
      var links: [Link] = []
      for object in list {
        if object.layout !== layout {
          layout = object.layout
          links = store.writeQueries.links(of: object.layout)
        }
        if links.isEmpty { continue }
        guard let touched = object.touched, !touched.changed.isEmpty else { continue }
        for link in links where touched.changed.contains(link.property.slot) {
          if let change = change(of: object, touched.slots[link.property.slot], isNew: isNew) {
            changed.append((link, change))
          }
        }
      }
    }
    if changed.isEmpty { return }
    for (link, change) in changed where !change.removed.isEmpty { try remove(change, link) }
    var pairs = JoinPairs()
    for (link, change) in changed where !change.added.isEmpty { try add(change, link, &pairs) }
    for (link, change) in changed { try order(change, link) }
  }

  private func change(of object: NSManagedObject, _ value: Value, isNew: Bool) -> Change? {
    guard case .object(let value) = value else { return nil }
    var change = Change(owner: object.savedKey, isNew: isNew)
    if let members = value as? ToManyValue {
      let difference = members.difference
      change.added = isNew ? Array(members.members) : difference.added
      change.removed = isNew ? [] : difference.removed
      if members.property.isOrdered { change.members = Array(members.members) }
    } else if let delta = value as? ToManyDelta {
      change.added = Array(delta.added)
      change.removed = Array(delta.removed)
    }
    return change
  }

  private func remove(_ change: Change, _ link: Link) throws {
    let statement: Statement
    switch link.placement {
    case .manyToMany(let join):
      statement = try connection.prepare(
        "DELETE FROM \(join.table) WHERE \(join.owner) = ? AND \(join.destination) = ?")
    case .inverseless(let column):
      let table = schema.entity(link.property.destination).table
      statement = try connection.prepare("UPDATE \(table) SET \(column) = NULL WHERE \(column) = ? AND Z_PK = ?")
    case .none, .attribute, .composite, .toOne, .oneToMany: return
    }
    for member in change.removed {
      statement.bind(change.owner, at: 1)
      statement.bind(member.savedKey, at: 2)
      try statement.run()
    }
  }

  private func add(_ change: Change, _ link: Link, _ pairs: inout JoinPairs) throws {
    let statement: Statement
    var join: SQLPlacement.ManyToMany?
    switch link.placement {
    case .manyToMany(let placement):
      join = placement
      // The other side has its own say, and so may another process have had.
      statement = try connection.prepare(
        "INSERT OR IGNORE INTO \(placement.table) (\(placement.owner), \(placement.destination)) VALUES (?, ?)")
    case .inverseless(let column):
      let table = schema.entity(link.property.destination).table
      statement = try connection.prepare("UPDATE \(table) SET \(column) = ? WHERE Z_PK = ?")
    case .none, .attribute, .composite, .toOne, .oneToMany: return
    }
    for member in change.added {
      let key = member.savedKey
      if let join, !pairs.insert(join, owner: change.owner, destination: key) { continue }
      statement.bind(change.owner, at: 1)
      statement.bind(key, at: 2)
      try statement.run()
    }
  }

  private func order(_ change: Change, _ link: Link) throws {
    guard let order = OrderColumns(link.property, link.placement, schema) else { return }
    var current: [Int64: Int64] = [:]
    // An empty table of the owner needs no look, unless rows were moved to a new owner with the keys they had.
    if !change.isNew || change.members == nil {
      let statement = try connection.prepare(order.readSQL)
      statement.bind(change.owner, at: 1)
      while try statement.step() { current[statement.integer(0)] = statement.integer(1) }
    }
    var members: [Int64]
    if let given = change.members {
      members = given.map(\.savedKey)
    } else {
      let added = change.added.map(\.savedKey)
      let new = Set(added)
      members =
        current.filter { $0.value > 0 && !new.contains($0.key) }.sorted { $0.value < $1.value }.map(\.key) + added
      for key in added { current[key] = nil }
    }
    let statement = try connection.prepare(order.writeSQL)
    for (member, position) in OrderPositions.changes(of: members, from: current) {
      statement.bind(position, at: 1)
      statement.bind(member, at: 2)
      statement.bind(change.owner, at: 3)
      try statement.run()
    }
  }
}

/// The statements that read and write the order of a relationship's destinations.
struct OrderColumns {
  let readSQL: String
  /// Parameters: the position, the destination, the owner.
  let writeSQL: String

  /// nil for a relationship without an order.
  init?(_ property: PropertyLayout, _ placement: SQLPlacement, _ schema: SQLSchema) {
    guard property.isOrdered else { return nil }
    let (table, column, member, owner): (SQLIdentifier, SQLIdentifier, String, String)
    switch placement {
    case .manyToMany(let join):
      guard let order = join.order else { return nil }
      (table, column, member, owner) = (join.table, order, join.destination.sql, join.owner.sql)
    case .oneToMany(let inverse):
      guard let order = inverse.order else { return nil }
      (table, column) = (schema.entity(property.destination).table, order)
      (member, owner) = ("Z_PK", inverse.column.sql)
    case .none, .attribute, .composite, .toOne, .inverseless: return nil
    }
    readSQL = "SELECT \(member), \(column) FROM \(table) WHERE \(owner) = ?"
    writeSQL = "UPDATE \(table) SET \(column) = ? WHERE \(member) = ? AND \(owner) = ?"
  }
}

/// The rows of join tables that a save has put in, so that the two sides of a relationship do not do the same work.
private struct JoinPairs {
  private struct Pair: Hashable {
    let first: Int64
    let second: Int64
  }

  private var tables: [SQLIdentifier: Set<Pair>] = [:]

  /// False for a pair that has been put in from the other side.
  mutating func insert(_ join: SQLPlacement.ManyToMany, owner: Int64, destination: Int64) -> Bool {
    // Both sides name the columns alike, so their names tell which key is which.
    let isForward = join.owner.name < join.destination.name
    let pair = isForward ? Pair(first: owner, second: destination) : Pair(first: destination, second: owner)
    return tables[join.table, default: []].insert(pair).inserted
  }
}
