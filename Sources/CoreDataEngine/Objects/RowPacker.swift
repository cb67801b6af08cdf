/// Packs objects as the rows they are once they are saved.
enum RowPacker {
  /// One object in a page of its own size.
  static func pack(_ object: NSManagedObject, key: Int64, version: Int32, permanentKeys: Bool) -> RowReference {
    var writer = RowWriter(firstCapacity: 256)
    return pack(object, key: key, version: version, permanentKeys: permanentKeys, into: &writer)
  }

  /// Writes the object's present values. To-one destinations are written by the key they have, or will have when
  /// `permanentKeys` is set.
  @discardableResult
  static func pack(
    _ object: NSManagedObject, key: Int64, version: Int32, permanentKeys: Bool, into writer: inout RowWriter
  ) -> RowReference {
    let layout = object.layout
    writer.begin(key: key, version: version, entityIndex: layout.index, cellCount: layout.cellCount)
    let row = object.row.flatMap { $0.hasValues ? $0 : nil }
    let slots = object.touched?.slots ?? []
    for stored in layout.storedCells {
      let value = slots.isEmpty ? .unset : slots[stored.slot]
      if value.isUnset {
        if let row {
          writer.copy(stored.cell, of: row, isInline: stored.isInline)
          if stored.hasEntity { writer.copy(stored.cell + 1, of: row, isInline: true) }
        }
      } else if stored.isToOne {
        guard case .object(let reference) = value else { continue }
        let destination = unsafeDowncast(reference, to: NSManagedObject.self)
        let pending = permanentKeys ? destination.touched?.permanentKey ?? 0 : 0
        writer.set(pending > 0 ? pending : destination.key, cell: stored.cell)
        if stored.hasEntity { writer.set(Int64(destination.layout.index), cell: stored.cell + 1) }
      } else {
        pack(value, stored, of: layout, &writer)
      }
    }
    return writer.end()
  }

  @inline(__always)
  private static func pack(_ value: Value, _ stored: StoredCell, of layout: EntityLayout, _ writer: inout RowWriter) {
    switch value {
    case .object(let object):
      let property = layout.properties[stored.slot]
      // It was archived for the store just now, so it can be archived again.
      guard let decoded = object as? TransformableValue,
        let data = try? TransformableCoding.data(from: decoded, of: property)
      else { return }
      writer.setStored(.data(data), property)
    case .data where stored.isExternal: writer.setStored(value, layout.properties[stored.slot])
    default: writer.set(value, cell: stored.cell)
    }
  }
}
