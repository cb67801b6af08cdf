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
    for property in layout.properties where property.isStored {
      let value = slots.isEmpty ? .unset : slots[property.slot]
      if value.isUnset {
        if let row {
          writer.copy(property.cell, of: row, isInline: property.attributeKind?.isInline ?? true)
          if property.isToOne, property.destination.hasSubentities {
            writer.copy(property.cell + 1, of: row, isInline: true)
          }
        }
        continue
      }
      switch property.kind {
      case .attribute(let kind): pack(value, property, kind, &writer)
      case .toOne:
        guard case .object(let reference) = value else { continue }
        let destination = unsafeDowncast(reference, to: NSManagedObject.self)
        let pending = permanentKeys ? destination.touched?.permanentKey ?? 0 : 0
        writer.set(pending > 0 ? pending : destination.key, cell: property.cell)
        if property.destination.hasSubentities {
          writer.set(Int64(destination.layout.index), cell: property.cell + 1)
        }
      case .toMany: continue
      }
    }
    return writer.end()
  }

  private static func pack(
    _ value: Value, _ property: PropertyLayout, _ kind: AttributeKind, _ writer: inout RowWriter
  ) {
    switch value {
    case .object(let object):
      // It was archived for the store just now, so it can be archived again.
      guard let decoded = object as? TransformableValue,
        let data = try? TransformableCoding.data(from: decoded, of: property)
      else { return }
      writeBytes(data, property, &writer)
    case .data(let data): writeBytes(data, property, &writer)
    default: writer.set(value, cell: property.cell)
    }
  }

  private static func writeBytes(_ data: Data, _ property: PropertyLayout, _ writer: inout RowWriter) {
    if property.usesExternalStorage {
      var marked = Data([ExternalData.inlineMark])
      marked.append(data)
      writer.set(.data(marked), cell: property.cell)
    } else {
      writer.set(.data(data), cell: property.cell)
    }
  }
}
