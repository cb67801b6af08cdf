import CoreDataSQLite

/// How a column of a dictionary fetch is read.
struct ResultColumn {
  let name: String
  let type: SQLType
  /// The type that the request asks for; undefined for the expression's own.
  let declared: NSAttributeType
  /// The attribute that the column is.
  let attribute: PropertyLayout?
  let index: Int32
  /// Whether the number of an object's entity follows.
  let hasEntity: Bool

  /// The value in the present row; nil for none. `externalData` reads a file of external storage.
  func value(
    of statement: Statement, _ schema: SQLSchema, externalData: (String) throws -> Data
  ) throws -> Any? {
    if statement.isNull(index) { return nil }
    if case .object(let layout) = type {
      let number = hasEntity && !statement.isNull(index + 1) ? Int(statement.integer(index + 1)) : 0
      let entity = schema.entityIndex(ofNumber: number) ?? layout?.index ?? 0
      return ObjectKey(entityIndex: entity, key: statement.integer(index))
    }
    if let attribute { return try value(of: attribute, statement, externalData) }
    let kind = AttributeKind(declared)
    if type.isDecimal, kind == .double || kind == .float { return double(kind, statement) }
    if kind != .object, kind != .composite { return value(of: kind, statement) }
    return value(of: type, statement)
  }

  private func value(
    of attribute: PropertyLayout, _ statement: Statement, _ externalData: (String) throws -> Data
  ) throws -> Any? {
    let kind = attribute.attributeKind ?? .object
    if let composite = attribute.composite { return elements(of: composite, statement) }
    guard kind == .binary || kind == .transformable else { return value(of: kind, statement) }
    var data = statement.blob(index).map { Data($0) } ?? Data()
    if attribute.usesExternalStorage {
      switch ExternalData.form(of: data) {
      case .inline(let bytes): data = bytes
      case .file(let name): data = try externalData(name)
      }
    }
    return kind == .binary ? data : TransformableCoding.object(from: data, of: attribute)?.value
  }

  /// The dictionary of a composite attribute, whose columns follow.
  private func elements(of composite: CompositeLayout, _ statement: Statement) -> Any? {
    let values = composite.leaves.indices.map { leaf in
      RowReader.value(of: composite.leaves[leaf].kind, statement, index + 1 + Int32(leaf)) ?? .null
    }
    return composite.dictionary(of: values)
  }

  /// The double next to a decimal, which SQLite's own conversion misses where there are many digits.
  private func double(_ kind: AttributeKind, _ statement: Statement) -> Any? {
    guard let digits = DecimalCoding.text(of: statement, index) else { return nil }
    return Double(digits).flatMap { Value.double($0).boxed(kind) }
  }

  private func value(of kind: AttributeKind, _ statement: Statement) -> Any? {
    let value: Value
    switch kind {
    case .integer16, .integer32, .integer64, .boolean: value = .integer(statement.integer(index))
    case .double, .float, .date: value = .double(statement.double(index))
    case .string, .uri: value = .string(statement.string(index) ?? "")
    case .binary, .transformable, .object, .composite: value = .data(statement.blob(index).map { Data($0) } ?? Data())
    case .decimal:
      guard let digits = DecimalCoding.text(of: statement, index) else { return nil }
      value = Decimal(string: digits, locale: SQLFunctions.posix).map(Value.decimal) ?? .null
    case .uuid:
      guard let bytes = statement.blob(index), bytes.count == 16 else { return nil }
      value = .uuid(UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)))
    }
    return value.boxed(kind)
  }

  private func value(of type: SQLType, _ statement: Statement) -> Any? {
    switch type {
    case .integer: value(of: AttributeKind.integer64, statement)
    case .boolean: value(of: AttributeKind.boolean, statement)
    case .decimal: value(of: AttributeKind.decimal, statement)
    case .date: value(of: AttributeKind.date, statement)
    case .text: value(of: AttributeKind.string, statement)
    case .uri: value(of: AttributeKind.uri, statement)
    case .data: value(of: AttributeKind.binary, statement)
    case .uuid: value(of: AttributeKind.uuid, statement)
    case .number, .null, .entity, .object, .transformable:
      switch statement.columnType(index) {
      case .integer: value(of: AttributeKind.integer64, statement)
      case .double: value(of: AttributeKind.double, statement)
      case .text: value(of: AttributeKind.string, statement)
      case .blob: value(of: AttributeKind.binary, statement)
      case .null: nil
      }
    }
  }
}
