import CoreDataSQLite

/// The files of external data that the rows of a store refer to.
struct ExternalReferences {
  let schema: SQLSchema

  func names(_ connection: Connection) throws -> Set<String> {
    var names = Set<String>()
    for case let entity? in schema.entities {
      for property in entity.layout.properties where property.owner === entity.layout && property.usesExternalStorage {
        guard case .attribute(let column) = entity.placements[property.slot] else { continue }
        let rows = try connection.prepare(
          "SELECT \(column) FROM \(entity.table) WHERE length(\(column)) = 38 AND substr(\(column), 1, 1) = x'02'")
        while try rows.step() {
          guard let bytes = rows.blob(0), case .file(let name) = ExternalData.form(of: Data(bytes)) else { continue }
          names.insert(name)
        }
      }
    }
    return names
  }
}
