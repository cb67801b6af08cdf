import CoreDataSQLite

/// A batch insertion inside its transaction: a statement for several rows where none can be in the way of another, or one
/// for each, whose parameters are bound straight from the rows' values.
struct BatchInsertion {
  private let store: SQLiteStore
  private let connection: Connection
  private let source: BatchRowSource
  private let options: BatchOptions
  private let history: HistoryRecorder?
  private let entity: SQLEntity
  private let constraints: [UniqueConstraint]
  private let binder: ValueBinder
  private let statement: Statement
  /// For `source.capacity` rows; nil where each has to be looked at by itself.
  private let group: Statement?
  private let plan: ColumnPlan
  private let properties: ContiguousArray<PropertyLayout>
  private var outcome = BatchOutcome()

  init(
    _ store: SQLiteStore, _ connection: Connection, _ source: BatchRowSource, _ options: BatchOptions,
    _ files: ExternalDataFiles, _ history: HistoryRecorder?
  ) throws {
    self.store = store
    self.connection = connection
    self.source = source
    self.options = options
    self.history = history
    entity = store.schema.entity(source.layout)
    constraints = store.schema.inheritedConstraints(of: source.layout)
    binder = ValueBinder(schema: store.schema, files: files, arena: store.writeQueries.arena)
    properties = ContiguousArray(source.properties)
    let query = WriteQueries.Insertion(entity, source.properties, groupSize: source.capacity)
    plan = query.plan
    let mayMeet = !constraints.isEmpty && options.policy != .errorMergePolicyType
    let conflicts =
      mayMeet ? try BatchInsertion.conflicts(entity, plan.columns, constraints, policy: options.policy) : ""
    statement = try connection.prepare(query.sql + conflicts)
    group = mayMeet ? nil : try query.groupSQL.map { try connection.prepare($0) }
  }

  /// What becomes of a row whose values must be unique and are not.
  private static func conflicts(
    _ entity: SQLEntity, _ columns: [String], _ constraints: [UniqueConstraint], policy: NSMergePolicyType
  ) throws -> String {
    switch policy {
    case .errorMergePolicyType: return ""
    case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType: return " ON CONFLICT DO NOTHING"
    case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType:
      guard constraints.count == 1 || SQLiteLibrary.current.supportsReturning else {
        throw NSError.coreData(
          NSPersistentStoreUnsupportedRequestTypeError,
          reason:
            "'\(entity.layout.name)' has several uniqueness constraints; to resolve them in a batch insert takes SQLite 3.35, and this is \(SQLiteLibrary.current.versionString)."
        )
      }
      return constraints.map { upsert($0, columns) }.joined()
    }
  }

  private static func upsert(_ constraint: UniqueConstraint, _ columns: [String]) -> String {
    let key = constraint.columns.map(\.sql)
    let sets = columns.filter { !key.contains($0) }.map { ", \($0) = excluded.\($0)" }.joined()
    return " ON CONFLICT(\(key.joined(separator: ", "))) DO UPDATE SET Z_OPT = Z_OPT+1\(sets)"
  }

  mutating func run() throws -> BatchOutcome {
    let allocation = KeyAllocation(schema: store.schema, connection: connection)
    let root = store.schema.root(of: source.layout)
    let last = try allocation.lastKey(of: root)
    var key = last
    let limit = group == nil ? 1 : source.capacity
    var isDone = false
    while !isDone {
      let count = try takeRows(limit)
      // A handler that has said it is done is not asked again.
      isDone = count < limit
      guard key <= Int64.max - Int64(count) else { throw allocation.exhausted(root) }
      if count == source.capacity, let group {
        try insertGroup(group, after: key)
        for offset in 1...Int64(count) { try note(key + offset, .insert) }
        key += Int64(count)
        continue
      }
      for row in 0..<count where try insert(row, key + 1) {
        key += 1
        try note(key, .insert)
      }
    }
    if key > last { try allocation.setLastKey(key, root: root) }
    return outcome
  }

  /// Takes as many rows as there are, up to a number. Returns how many.
  private func takeRows(_ limit: Int) throws -> Int {
    var count = 0
    while count < limit, try source.next(place: count) { count += 1 }
    return count
  }

  private func insertGroup(_ group: Statement, after key: Int64) throws {
    binder.begin()
    for row in 0..<source.capacity { try bind(row, key + Int64(row) + 1, to: group, place: row) }
    // The rows before the refused one are in.
    guard try group.runIfUnique() else { throw try duplicate(row: connection.changes) }
  }

  /// Inserts a row under a key; false when it has met another one, which is in the outcome then.
  private mutating func insert(_ row: Int, _ key: Int64) throws -> Bool {
    binder.begin()
    try bind(row, key, to: statement, place: 0)
    // A row that is written over, or left out, inserts nothing, and the last one may be of another table.
    connection.lastInsertRowID = 0
    guard try statement.runIfUnique() else { throw try duplicate(row: row) }
    if connection.lastInsertRowID == key { return true }
    if connection.changes > 0 { try noteOverwritten() }
    return false
  }

  @inline(__always)
  private func bind(_ row: Int, _ key: Int64, to statement: Statement, place: Int) throws {
    let base = row * properties.count
    let offset = Int32(place) * (plan.parameterCount + 1)
    statement.bind(key, at: 1 + offset)
    for (index, step) in plan.steps.enumerated() {
      try binder.bind(source.values[base + index], step, of: properties[index], to: statement, offset: offset)
    }
  }

  private mutating func note(_ key: Int64, _ type: NSPersistentHistoryChangeType) throws {
    outcome.note(key, source.layout.index, options)
    try history?.note(type, entity, key)
  }

  /// The row that was written over has the values that were to be unique.
  private mutating func noteOverwritten() throws {
    guard options.wantsKeys || history != nil else {
      outcome.count += 1
      return
    }
    for constraint in constraints {
      guard let owner = try owner(constraint, row: 0) else { continue }
      let index = store.schema.entityIndex(ofNumber: owner.number) ?? source.layout.index
      outcome.note(owner.key, index, options)
      try history?.note(.update, store.schema.entity(store.model.layouts[index]), owner.key, changed: source.properties)
      return
    }
  }

  /// The stored row that has a row's values of a constraint.
  private func owner(_ constraint: UniqueConstraint, row: Int) throws -> (number: Int, key: Int64)? {
    let conditions = constraint.columns.map { "\($0) = ?" }.joined(separator: " AND ")
    let statement = try connection.prepare("SELECT Z_ENT, Z_PK FROM \(entity.table) WHERE \(conditions) LIMIT 1")
    for (place, name) in constraint.properties.enumerated() {
      if let element = source.layout.compositeElement(at: name),
        let index = properties.firstIndex(where: { $0 === element.property })
      {
        guard case .data(let data) = source.values[row * properties.count + index] else { return nil }
        binder.bind(
          leaf: element.composite.values(in: data)?[element.leaf] ?? .null, to: statement, at: Int32(place + 1))
        continue
      }
      // A relationship is never set, and nil collides with nothing.
      guard let index = properties.firstIndex(where: { $0.name == name }) else { return nil }
      try binder.bind(
        source.values[row * properties.count + index], of: properties[index], to: statement, at: Int32(place + 1))
    }
    defer { statement.reset() }
    return try statement.step() ? (Int(statement.integer(0)), statement.integer(1)) : nil
  }

  private func duplicate(row: Int) throws -> NSError {
    let constraint = try constraints.first { try owner($0, row: row) != nil }
    let names = constraint?.properties ?? []
    var values: [String: Any] = [:]
    for (index, property) in properties.enumerated() where names.contains(property.name) {
      values[property.name] = property.attributeKind.flatMap {
        property.publicValue(source.values[row * properties.count + index], $0)
      }
    }
    return BatchError.duplicate(source.layout, names, values)
  }
}

extension SQLSchema {
  /// The constraints that an entity declares or inherits.
  func inheritedConstraints(of layout: EntityLayout) -> [UniqueConstraint] {
    var all: [UniqueConstraint] = []
    var current: EntityLayout? = layout
    while let layout = current {
      all += uniqueConstraints(of: entity(layout))
      current = layout.superlayout
    }
    return all
  }
}
