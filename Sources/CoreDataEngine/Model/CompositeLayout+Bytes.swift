/// The form that a composite value has in a slot and in a cell: each leaf in order, as a mark and its bytes. Equal values have
/// equal bytes.
extension CompositeLayout {
  private enum Mark: UInt8 {
    case null, number, double, bytes
  }

  /// `.null` when no leaf has a value.
  func packed(_ values: [Value]) -> Value {
    if values.allSatisfy(\.isNull) { return .null }
    var data = Data()
    for value in values { append(value, to: &data) }
    return .data(data)
  }

  private func append(_ value: Value, to data: inout Data) {
    func number(_ bits: UInt64, _ mark: Mark) {
      data.append(mark.rawValue)
      withUnsafeBytes(of: bits.littleEndian) { data.append(contentsOf: $0) }
    }
    func bytes(_ bytes: some Collection<UInt8>) {
      data.append(Mark.bytes.rawValue)
      withUnsafeBytes(of: UInt32(truncatingIfNeeded: bytes.count).littleEndian) { data.append(contentsOf: $0) }
      data.append(contentsOf: bytes)
    }
    switch value {
    case .unset, .null, .object: data.append(Mark.null.rawValue)
    case .integer(let integer): number(UInt64(bitPattern: integer), .number)
    case .double(let double): number(double.bitPattern, .double)
    case .string(let string): bytes(string.utf8)
    case .data(let content): bytes(content)
    case .decimal(let decimal): bytes(decimal.description.utf8)
    case .uuid(let uuid): withUnsafeBytes(of: uuid.uuid) { bytes($0) }
    }
  }

  /// The values of the leaves; nil for bytes that are no composite value of this layout.
  func values(in data: Data) -> [Value]? {
    var values: [Value] = []
    var rest = data[...]
    func take(_ count: Int) -> Data? {
      guard count >= 0, rest.count >= count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    for leaf in leaves {
      guard let byte = take(1)?.first, let mark = Mark(rawValue: byte) else { return nil }
      switch mark {
      case .null: values.append(.null)
      case .number, .double:
        guard let bytes = take(8) else { return nil }
        let bits = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        values.append(mark == .number ? .integer(Int64(bitPattern: bits)) : .double(Double(bitPattern: bits)))
      case .bytes:
        guard let count = take(4)?.reversed().reduce(0, { $0 << 8 | Int($1) }), let bytes = take(count),
          let value = CompositeLayout.value(Data(bytes), leaf.kind)
        else { return nil }
        values.append(value)
      }
      guard CompositeLayout.fits(values[values.count - 1], leaf.kind) else { return nil }
    }
    return rest.isEmpty ? values : nil
  }

  private static func value(_ bytes: Data, _ kind: AttributeKind) -> Value? {
    switch kind {
    case .string, .uri: .string(String(decoding: bytes, as: UTF8.self))
    case .binary, .transformable: .data(bytes)
    case .decimal:
      Decimal(string: String(decoding: bytes, as: UTF8.self), locale: Locale(identifier: "en_US_POSIX")).map(
        Value.decimal)
    case .uuid: bytes.count == 16 ? .uuid(UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })) : nil
    default: nil
    }
  }

  private static func fits(_ value: Value, _ kind: AttributeKind) -> Bool {
    switch (value, kind) {
    case (.null, _), (.double, .double), (.double, .float), (.double, .date): true
    case (.integer, .integer16), (.integer, .integer32), (.integer, .integer64), (.integer, .boolean): true
    case (.string, _), (.data, _), (.decimal, _), (.uuid, _): true
    default: false
    }
  }

  /// `new`, with the bytes of `old` for what is archived and still the same: equal objects need not have equal archives.
  func settled(_ new: Value, before old: Value) -> Value {
    guard leaves.contains(where: { $0.kind == .transformable }), case .data(let data) = new,
      case .data(let before) = old,
      var values = values(in: data), let known = self.values(in: before)
    else { return new }
    for (index, leaf) in leaves.enumerated() where leaf.kind == .transformable {
      guard case .data(let data) = values[index], case .data(let before) = known[index],
        let object = TransformableCoding.object(from: data, of: leaf.attribute)
      else { continue }
      let stored = TransformableCoding.object(from: before, of: leaf.attribute)
      if object.isEqual(stored) { values[index] = known[index] }
    }
    return packed(values)
  }

  /// Whether a stored value is one of this layout.
  func accepts(_ value: Value) -> Bool { if case .data(let data) = value { values(in: data) != nil } else { true } }

  /// The dictionary of a stored value; nil for none.
  func dictionary(in data: Data) -> [String: Any]? { values(in: data).flatMap(dictionary) }
}
