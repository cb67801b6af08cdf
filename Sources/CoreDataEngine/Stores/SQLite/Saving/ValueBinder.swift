import CoreDataSQLite

/// Binds the values of objects to parameters, without an allocation for texts and data of usual size.
///
/// Texts lie in an arena until the statement has run, so that SQLite needs no copy of its own.
struct ValueBinder {
  private let schema: SQLSchema
  private let files: ExternalDataFiles
  private let arena: BindingArena

  init(schema: SQLSchema, files: ExternalDataFiles, arena: BindingArena) {
    self.schema = schema
    self.files = files
    self.arena = arena
  }

  /// Before the values of the next statement.
  @inline(__always) func begin() { arena.removeAll() }

  /// Binds an object's values, `offset` parameters after those that the plan names.
  @inline(__always)
  func bind(
    _ values: ObjectValues, _ plan: ColumnPlan, of layout: EntityLayout, to statement: Statement, offset: Int32 = 0
  ) throws {
    for step in plan.steps {
      try bind(values.slots[step.slot], step, of: layout.properties[step.slot], to: statement, offset: offset)
    }
  }

  /// Binds the value of a step; the property is asked for only where value and step do not tell all.
  @inline(__always)
  func bind(
    _ value: Value, _ step: ColumnPlan.Step, of property: @autoclosure () -> PropertyLayout, to statement: Statement,
    offset: Int32
  ) throws {
    let index = step.parameter + offset
    switch step.form {
    case .attribute:
      if case .data(let data) = value {
        bind(data, to: statement, at: index)
      } else {
        try bind(value, of: property(), to: statement, at: index)
      }
    case .external: try bind(value, of: property(), to: statement, at: index)
    case .composite:
      if let layout = property().composite { bind(composite: value, layout, to: statement, from: index) }
    case .toOne: bind(destination: value, key: index, entity: nil, to: statement)
    case .polymorphicToOne: bind(destination: value, key: index, entity: index + 1, to: statement)
    }
  }

  /// Binds an attribute's value; the property is asked for only where the value alone does not tell its form.
  @inline(__always)
  func bind(
    _ value: Value, of property: @autoclosure () -> PropertyLayout, to statement: Statement, at index: Int32
  ) throws {
    switch value {
    case .integer(let integer): statement.bind(integer, at: index)
    case .double(let double): statement.bind(double, at: index)
    case .string(var string): string.withUTF8 { arena.bind(text: $0, to: statement, at: index) }
    case .unset, .null: statement.bindNull(at: index)
    case .uuid(let uuid): withUnsafeBytes(of: uuid.uuid) { arena.bind(blob: $0, to: statement, at: index) }
    case .data(let data): try bind(data, of: property(), to: statement, at: index)
    case .decimal(let decimal): DecimalCoding.bind(decimal, to: statement, at: index)
    case .object(let object): try bind(object, of: property(), to: statement, at: index)
    }
  }

  @inline(__always)
  func bind(_ data: Data, to statement: Statement, at index: Int32) {
    data.withUnsafeBytes { arena.bind(blob: $0, to: statement, at: index) }
  }

  /// Binds a composite value, leaf by leaf.
  func bind(composite value: Value, _ layout: CompositeLayout, to statement: Statement, from first: Int32) {
    var values: [Value]?
    if case .data(let data) = value { values = layout.values(in: data) }
    for index in layout.leaves.indices { bind(leaf: values?[index] ?? .null, to: statement, at: first + Int32(index)) }
  }

  /// Binds the value of a leaf of a composite, which lies in no file of its own.
  func bind(leaf value: Value, to statement: Statement, at index: Int32) {
    switch value {
    case .integer(let integer): statement.bind(integer, at: index)
    case .double(let double): statement.bind(double, at: index)
    case .string(var string): string.withUTF8 { arena.bind(text: $0, to: statement, at: index) }
    case .data(let data): data.withUnsafeBytes { arena.bind(blob: $0, to: statement, at: index) }
    case .decimal(let decimal): DecimalCoding.bind(decimal, to: statement, at: index)
    case .uuid(let uuid): withUnsafeBytes(of: uuid.uuid) { arena.bind(blob: $0, to: statement, at: index) }
    case .unset, .null, .object: statement.bindNull(at: index)
    }
  }

  private func bind(_ data: Data, of property: PropertyLayout, to statement: Statement, at index: Int32) throws {
    guard property.usesExternalStorage else { return bind(data, to: statement, at: index) }
    var stored: Data
    if files.takes(data) {
      stored = Data([ExternalData.referenceMark])
      stored.append(contentsOf: try files.write(data).utf8)
      stored.append(0)
    } else {
      stored = Data([ExternalData.inlineMark])
      stored.append(data)
    }
    stored.withUnsafeBytes { statement.bind(blob: $0, at: index) }
  }

  private func bind(_ object: AnyObject, of property: PropertyLayout, to statement: Statement, at index: Int32) throws {
    guard let value = object as? TransformableValue else {
      throw NSError.coreData(
        NSManagedObjectValidationError,
        reason: "The value of '\(property.owner.name).\(property.name)' does not fit the attribute: \(object).",
        userInfo: [NSValidationKeyErrorKey: property.name])
    }
    try bind(try TransformableCoding.data(from: value, of: property), of: property, to: statement, at: index)
  }

  /// Binds the key of a destination, and the number of its entity when the column wants it.
  @inline(__always)
  func bind(destination value: Value, key index: Int32, entity entityIndex: Int32?, to statement: Statement) {
    guard case .object(let object) = value else {
      statement.bindNull(at: index)
      if let entityIndex { statement.bindNull(at: entityIndex) }
      return
    }
    let destination = unsafeDowncast(object, to: NSManagedObject.self)
    statement.bind(destination.savedKey, at: index)
    if let entityIndex { statement.bind(schema.entity(destination.layout).number, at: entityIndex) }
  }
}

extension NSManagedObject {
  /// The key that the object has in the store once it is saved.
  @inline(__always) final var savedKey: Int64 {
    if key > 0 { return key }
    let permanent = touched?.permanentKey ?? 0
    return permanent > 0 ? permanent : key
  }
}
