import CoreDataSQLite

/// Checks that a store is whole: SQLite's file, Core Data's numbers and keys, both ends of relationships, files outside.
package struct StoreVerification {
  let store: SQLiteStore
  let connection: Connection

  /// Everything that is wrong, the gravest first. Reads all rows, and writes nothing. The current `Progress` is told, and may
  /// cancel with 3072.
  package static func problems(of inspected: InspectedStore) throws -> [StoreProblem] {
    let store = inspected.store
    return try store.read { connection in
      let verification = StoreVerification(store: store, connection: connection)
      let progress = Progress(totalUnitCount: 5)
      let interrupter = connection.interrupter
      progress.cancellationHandler = { interrupter.interrupt() }
      defer { progress.cancellationHandler = nil }
      do {
        return try verification.problems(progress)
      } catch let error as SQLiteError where error.code == .interrupt {
        throw CocoaError(.userCancelled)
      }
    }
  }

  private func problems(_ progress: Progress) throws -> [StoreProblem] {
    let damage = try progress.part { try self.damage() }
    // What is read from a damaged file need not be so.
    guard damage.isEmpty else { return damage }
    var found: [StoreProblem] = []
    for check in [numberProblems, relationshipProblems, valueProblems, externalDataProblems] {
      found += try progress.part { try check() }
    }
    return found
  }

  var stored: [SQLEntity] { store.layouts.map { store.schema.entity($0) } }

  func numbers(_ layout: EntityLayout) -> String {
    store.schema.numbers(of: layout, includesSubentities: true).map(String.init).joined(separator: ", ")
  }

  func count(_ sql: String) throws -> Int { Int(try connection.scalar(sql) ?? 0) }

  private func damage() throws -> [StoreProblem] {
    let check = try connection.prepare("PRAGMA integrity_check")
    var problems: [StoreProblem] = []
    while try check.step() {
      let text = check.string(0) ?? ""
      guard text != "ok" else { continue }
      let isIndex = text.contains("index")
      problems.append(
        StoreProblem(
          kind: .damage, place: "file", reason: text.replacing("\n", with: " "),
          repair: isIndex ? .statement("REINDEX") : nil))
    }
    return problems
  }

  private func numberProblems() throws -> [StoreProblem] {
    var problems: [StoreProblem] = []
    for root in stored where root.layout.superlayout == nil {
      let unknown = "FROM \(root.table) WHERE Z_ENT IS NULL OR Z_ENT NOT IN (\(numbers(root.layout)))"
      let strays = try count("SELECT count(*) \(unknown)")
      if strays > 0 {
        problems.append(
          StoreProblem(
            kind: .entityNumber, place: root.table.name, reason: "rows whose Z_ENT is the number of no entity here",
            count: strays))
      }
      let last = try count("SELECT ifnull(max(Z_PK), 0) FROM \(root.table)")
      let counter = try count("SELECT ifnull(max(Z_MAX), 0) FROM Z_PRIMARYKEY WHERE Z_ENT = \(root.number)")
      if counter < last {
        problems.append(
          StoreProblem(
            kind: .keyCounter, place: root.layout.name,
            reason: "Z_MAX is \(counter), and the highest key is \(last)",
            repair: .statement("UPDATE Z_PRIMARYKEY SET Z_MAX = \(last) WHERE Z_ENT = \(root.number)")))
      }
    }
    for entity in stored {
      let parent = entity.layout.superlayout.map { store.schema.entity($0).number } ?? 0
      let wrong = "Z_ENT = \(entity.number) AND ifnull(Z_SUPER, 0) <> \(parent)"
      if try count("SELECT count(*) FROM Z_PRIMARYKEY WHERE \(wrong)") > 0 {
        problems.append(
          StoreProblem(
            kind: .entityNumber, place: entity.layout.name, reason: "Z_SUPER is not the number of its parent",
            repair: .statement("UPDATE Z_PRIMARYKEY SET Z_SUPER = \(parent) WHERE \(wrong)")))
      }
    }
    return problems
  }

  /// Values that the model requires and that are not there.
  private func valueProblems() throws -> [StoreProblem] {
    var problems: [StoreProblem] = []
    for entity in stored {
      for property in entity.layout.properties where property.owner === entity.layout && !property.isOptional {
        let column: SQLIdentifier
        switch entity.placements[property.slot] {
        case .attribute(let identifier): column = identifier
        case .toOne(let columns): column = columns.column
        case .none, .composite, .oneToMany, .manyToMany, .inverseless: continue
        }
        let missing = try count(
          "SELECT count(*) FROM \(entity.table) WHERE Z_ENT IN (\(numbers(entity.layout))) AND \(column) IS NULL")
        guard missing > 0 else { continue }
        problems.append(
          StoreProblem(
            kind: .missingValue, place: "\(entity.layout.name).\(property.name)",
            reason: "the property is required and has no value", count: missing))
      }
    }
    return problems
  }
}
