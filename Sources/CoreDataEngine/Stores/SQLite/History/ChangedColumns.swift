/// The bit vector of changed properties in `ZCOLUMNS`.
///
/// Apple's order of the bits is not known. Here it is that of the names of the entity's stored properties, the lowest bit
/// of the first byte first.
enum ChangedColumns {
  static func ordered(_ layout: EntityLayout) -> [PropertyLayout] {
    layout.properties.filter { !$0.isTransient }.sorted { $0.name < $1.name }
  }

  static func bytes(_ changed: [PropertyLayout], of layout: EntityLayout) -> [UInt8] {
    let all = ordered(layout)
    var bytes = [UInt8](repeating: 0, count: (all.count + 7) / 8)
    let slots = Set(changed.map(\.slot))
    for (place, property) in all.enumerated() where slots.contains(property.slot) {
      bytes[place / 8] |= 1 << UInt8(place % 8)
    }
    return bytes
  }

  /// nil for a vector that is not of this entity.
  static func properties(_ bytes: UnsafeRawBufferPointer, of layout: EntityLayout) -> [PropertyLayout]? {
    let all = ordered(layout)
    guard bytes.count == (all.count + 7) / 8 else { return nil }
    return all.enumerated().filter { bytes[$0.offset / 8] & (1 << UInt8($0.offset % 8)) != 0 }.map(\.element)
  }
}
