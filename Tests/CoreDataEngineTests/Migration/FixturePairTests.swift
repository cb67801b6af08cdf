@testable import CoreDataEngine
import CoreDataModelFormat
import Testing

/// Published models that lie beside the package.
enum FixtureModels {
  static let models = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("shared/fixtures/models")
  static var areAvailable: Bool { FileManager.default.fileExists(atPath: models.path) }
}

/// Each pair of neighbouring versions of published models: inferred or refused, and when inferred, migrated.
@Suite(.enabled(if: FixtureModels.areAvailable, "the fixtures (../shared/fixtures) are not here"))
struct FixturePairTests {
  struct Pair {
    let name: String
    let older: URL
    let newer: URL
  }

  enum Outcome {
    case migrated(rows: Int, comparisons: Int)
    case same
    case refused(String)
    case unusable(String)
    case wrong([String])
  }

  static func pairs() -> [Pair] {
    guard let walk = FileManager.default.enumerator(at: FixtureModels.models, includingPropertiesForKeys: nil) else {
      return []
    }
    let packages = walk.compactMap { $0 as? URL }.filter { $0.pathExtension == "xcdatamodeld" }
    return packages.sorted { $0.path < $1.path }.flatMap { url -> [Pair] in
      guard let versions = try? ModelPackage(url: url).versions else { return [] }
      return zip(versions, versions.dropFirst()).map { older, newer in
        Pair(name: "\(older.name) → \(newer.name)", older: older.url, newer: newer.url)
      }
    }
  }

  @Test func neighbouringVersions() throws {
    let pairs = Self.pairs()
    #expect(pairs.count > 50)
    let rows = Int(ProcessInfo.processInfo.environment["COREDATA_FIXTURE_ROWS"] ?? "") ?? 250
    var table: [String] = []
    var counts = (migrated: 0, same: 0, refused: 0, unusable: 0)
    for pair in pairs {
      let outcome: Outcome
      do { outcome = try migrate(pair, rows: rows) } catch { outcome = .wrong(["\(error)"]) }
      switch outcome {
      case .migrated(let rows, let comparisons):
        counts.migrated += 1
        table.append("migrated  \(pair.name): \(rows) rows, \(comparisons) properties compared")
      case .same:
        counts.same += 1
        table.append("same      \(pair.name)")
      case .refused(let reason):
        counts.refused += 1
        table.append("refused   \(pair.name): \(reason)")
      case .unusable(let reason):
        counts.unusable += 1
        table.append("unusable  \(pair.name): \(reason)")
      case .wrong(let differences):
        table.append("WRONG     \(pair.name): \(differences)")
        Issue.record("\(pair.name): \(differences.prefix(3))")
      }
    }
    print(table.joined(separator: "\n"))
    print(
      "pairs \(pairs.count): migrated \(counts.migrated), same schema \(counts.same), refused \(counts.refused), unusable \(counts.unusable)"
    )
    #expect(counts.migrated > 50)
  }

  private func migrate(_ pair: Pair, rows: Int) throws -> Outcome {
    let older: NSManagedObjectModel
    let newer: NSManagedObjectModel
    do {
      older = try NSManagedObjectModel(validating: pair.older)
      newer = try NSManagedObjectModel(validating: pair.newer)
      _ = (try older.compile(), try newer.compile())
    } catch {
      return .unusable((error as NSError).localizedFailureReason ?? "\(error)")
    }
    if older.entityVersionHashesByName == newer.entityVersionHashesByName { return .same }
    let comparison: MigratedComparison
    do {
      comparison = try GeneratedMigration(older: older, newer: newer, rows: rows).run()
    } catch let error as NSError {
      guard
        [NSMigrationMissingMappingModelError, NSMigrationError, NSMigrationConstraintViolationError].contains(
          error.code),
        let reason = Self.reason(error)
      else { throw error }
      return .refused(reason)
    }
    guard comparison.differences.isEmpty else { return .wrong(comparison.differences) }
    let concrete = try older.compile().layouts.filter { !$0.isAbstract }.count
    return .migrated(rows: concrete * rows, comparisons: comparison.compared)
  }

  private static func reason(_ error: NSError) -> String? {
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError
    // A refusal names what it is about; anything else is a mistake.
    guard error.code == NSMigrationConstraintViolationError || cause?.userInfo["entity"] != nil else { return nil }
    return cause?.localizedFailureReason ?? error.localizedFailureReason
  }
}
