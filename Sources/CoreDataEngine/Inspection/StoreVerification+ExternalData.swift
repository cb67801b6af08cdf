import CoreDataSQLite

extension StoreVerification {
  /// Values whose file is gone, and files that no value names.
  func externalDataProblems() throws -> [StoreProblem] {
    let folder = StoreFiles(store.url).externalDataFolder
    let present = Set((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    var problems: [StoreProblem] = []
    var named = Set<String>()
    for entity in stored {
      for property in entity.layout.properties where property.owner === entity.layout && property.usesExternalStorage {
        guard case .attribute(let column) = entity.placements[property.slot] else { continue }
        var lost: [Int64] = []
        // Only a reference has this length and this first byte.
        let rows = try connection.prepare(
          "SELECT Z_PK, \(column) FROM \(entity.table) WHERE length(\(column)) = 38 AND hex(substr(\(column), 1, 1)) = '02'"
        )
        while try rows.step() {
          guard let bytes = rows.blob(1), case .file(let name) = ExternalData.form(of: Data(bytes)) else { continue }
          named.insert(name)
          if !present.contains(name) { lost.append(rows.integer(0)) }
        }
        guard !lost.isEmpty else { continue }
        let keys = lost.map(String.init).joined(separator: ", ")
        problems.append(
          StoreProblem(
            kind: .missingFile, place: "\(entity.layout.name).\(property.name)",
            reason: "the file of external data is missing", count: lost.count,
            repair: .statement("UPDATE \(entity.table) SET \(column) = NULL WHERE Z_PK IN (\(keys))")))
      }
    }
    let unused = present.subtracting(named).sorted()
    if !unused.isEmpty {
      problems.append(
        StoreProblem(
          kind: .unusedFile, place: "external data", reason: "files that no value names", count: unused.count,
          repair: .removal(unused)))
    }
    return problems
  }
}
