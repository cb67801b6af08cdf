/// The values of a packed row by name, as merge policies and messages see them.
enum RowSnapshot {
  static func values(of row: Row, in layout: EntityLayout) -> [String: Any] {
    var values: [String: Any] = [:]
    guard row.hasValues else { return values }
    for property in layout.properties where property.isStored {
      switch property.kind {
      case .attribute(let kind):
        let value = row.value(of: property.cell, kind: kind)
        // What cannot be decoded here stands as it is.
        values[property.name] = property.publicValue(value, kind) ?? value.boxed(kind) ?? NSNull()
      case .toOne: values[property.name] = row.destination(of: property).map { NSNumber(value: $0.key) } ?? NSNull()
      case .toMany: continue
      }
    }
    return values
  }
}
