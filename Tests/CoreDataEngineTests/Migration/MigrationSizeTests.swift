@testable import CoreDataEngine
import CoreDataSQLite
import Testing

/// Times of migrations by the number of rows. Set `COREDATA_MIGRATION_ROWS`, for instance to 1000000.
@Suite(
  .enabled(if: MigrationSize.rows > 0, "COREDATA_MIGRATION_ROWS does not name a number of rows"), .serialized)
struct MigrationSizeTests {
  @Test(arguments: [
    ("added column", "P.name String\nP.age Int32\nP.mood String", true),
    ("added column with default", "P.name String\nP.age Int32\nP.mood String =calm", false),
    ("new table", "P.name String\nP.age Double", false),
  ])
  func timeAndMemory(_ title: String, _ newer: String, isConstant: Bool) throws {
    var seconds: [Double] = []
    for rows in [MigrationSize.rows / 10, MigrationSize.rows] {
      let fixture = try MigrationFixture()
      try fixture.open(ModelText.model("P.name String\nP.age Int32")) { _ in }
      let connection = try fixture.connection()
      try connection.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows)) INSERT INTO ZP (Z_PK, Z_ENT, Z_OPT, ZNAME, ZAGE) SELECT i, 1, 1, 'person ' || i, i FROM n"
      )
      connection.close()
      let before = MigrationSize.peakKilobytes
      let start = ContinuousClock.now
      try fixture.open(ModelText.model(newer)) { _ in }
      seconds.append(start.duration(to: .now) / .seconds(1))
      let growth = MigrationSize.peakKilobytes - before
      print("\(title), \(rows) rows: \(seconds.last ?? 0) s, peak memory +\(growth) kB")
      #expect(growth < 64_000)
    }
    if isConstant { #expect(seconds[1] < seconds[0] * 3 + 0.05) }
  }
}

enum MigrationSize {
  static let rows = Int(ProcessInfo.processInfo.environment["COREDATA_MIGRATION_ROWS"] ?? "") ?? 0

  static var peakKilobytes: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}
