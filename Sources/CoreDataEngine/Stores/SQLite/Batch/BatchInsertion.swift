import CoreDataSQLite

/// A batch insertion inside its transaction: one statement, whose parameters are bound straight from the rows' values.
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
  private let properties: ContiguousArray<PropertyLayout>
  private let steps: ContiguousArray<ColumnPlan.Step>
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
    steps = ColumnPlan(entity, source.properties, first: 2).steps
    statement = try connection.prepare(
      try BatchInsertion.sql(entity, source.properties, constraints, policy: options.policy))
  }

  private static func sql(
    _ entity: SQLEntity, _ properties: [PropertyLayout], _ constraints: [UniqueConstraint], policy: NSMergePolicyType
  ) throws -> String {
    let columns = ColumnPlan(entity, properties, first: 2).columns
    let names = (["Z_PK", "Z_ENT", "Z_OPT"] + columns).joined(separator: ", ")
    let values = (["?", String(entity.number), "1"] + columns.map { _ in "?" }).joined(separator: ", ")
    let insert = "INSERT INTO \(entity.table) (\(names)) VALUES (\(values))"
    if constraints.isEmpty { return insert }
    switch policy {
    case .errorMergePolicyType: return insert
    case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType: return insert + " ON CONFLICT DO NOTHING"
    case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType:
      guard constraints.count == 1 || SQLiteLibrary.current.supportsReturning else {
        throw NSError.coreData(
          NSPersistentStoreUnsupportedRequestTypeError,
          reason:
            "'\(entity.layout.name)' has several uniqueness constraints; to resolve them in a batch insert takes SQLite 3.35, and this is \(SQLiteLibrary.current.versionString)."
        )
      }
      return insert + constraints.map { upsert($0, columns) }.joined()
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
    let mayMeet = !constraints.isEmpty && options.policy != .errorMergePolicyType
    while try source.next() {
      guard key < Int64.max else { throw allocation.exhausted(root) }
      try insert(key + 1)
      if !mayMeet || connection.lastInsertRowID == key + 1 {
        key += 1
        try note(key, .insert)
      } else if connection.changes > 0 {
        try noteOverwritten()
      }
    }
    if key > last { try allocation.setLastKey(key, root: root) }
    return outcome
  }

  private func insert(_ key: Int64) throws {
    binder.begin()
    statement.bind(key, at: 1)
    // All of them are attributes, in the order of the values.
    for index in 0..<steps.count {
      switch steps[index] {
      case .attribute(let property, let parameter):
        try binder.bind(source.values[index], of: property, to: statement, at: parameter)
      case .composite(_, let layout, let first):
        binder.bind(composite: source.values[index], layout, to: statement, from: first)
      case .toOne: continue
      }
    }
    guard try statement.runIfUnique() else { throw try duplicate() }
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
      guard let owner = try owner(constraint) else { continue }
      let index = store.schema.entityIndex(ofNumber: owner.number) ?? source.layout.index
      outcome.note(owner.key, index, options)
      try history?.note(.update, store.schema.entity(store.model.layouts[index]), owner.key, changed: source.properties)
      return
    }
  }

  /// The row that has the present row's values of a constraint.
  private func owner(_ constraint: UniqueConstraint) throws -> (number: Int, key: Int64)? {
    let conditions = constraint.columns.map { "\($0) = ?" }.joined(separator: " AND ")
    let statement = try connection.prepare("SELECT Z_ENT, Z_PK FROM \(entity.table) WHERE \(conditions) LIMIT 1")
    for (place, name) in constraint.properties.enumerated() {
      if let element = source.layout.compositeElement(at: name),
        let index = properties.firstIndex(where: { $0 === element.property })
      {
        guard case .data(let data) = source.values[index] else { return nil }
        binder.bind(
          leaf: element.composite.values(in: data)?[element.leaf] ?? .null, to: statement, at: Int32(place + 1))
        continue
      }
      // A relationship is never set, and nil collides with nothing.
      guard let index = properties.firstIndex(where: { $0.name == name }) else { return nil }
      try binder.bind(source.values[index], of: properties[index], to: statement, at: Int32(place + 1))
    }
    defer { statement.reset() }
    return try statement.step() ? (Int(statement.integer(0)), statement.integer(1)) : nil
  }

  private func duplicate() throws -> NSError {
    let constraint = try constraints.first { try owner($0) != nil }
    let names = constraint?.properties ?? []
    var values: [String: Any] = [:]
    for (index, property) in properties.enumerated() where names.contains(property.name) {
      values[property.name] = property.attributeKind.flatMap { property.publicValue(source.values[index], $0) }
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
