import CoreDataModelFormat
import CoreDataSQLite
import Foundation

/// Damage that a store can only have from a program that knows SQL.
struct StoreDamage {
  let tables: [String]
  let columns: [String: [String]]

  init(_ connection: Connection) throws {
    var tables: [String] = []
    var columns: [String: [String]] = [:]
    let statement = try connection.prepare(
      "SELECT m.name, p.name FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table' ORDER BY 1")
    while try statement.step() {
      guard let table = statement.string(0), let column = statement.string(1) else { continue }
      if tables.last != table { tables.append(table) }
      columns[table, default: []].append(column)
    }
    self.tables = tables.filter { !$0.hasPrefix("sqlite_") && !$0.hasPrefix("Z_RT_") }
    self.columns = columns
  }

  private static let values = [
    "NULL", "0", "-1", "1", "2", "3", "77", "9223372036854775807", "-9223372036854775808", "2147483648", "1e308",
    "'text'", "''", "x''", "x'00'", "x'01'", "x'0101010101'", "zeroblob(100000)", "randomblob(16)", "'\u{fffd}'",
    "CAST(x'fffe' AS TEXT)", "'../../../../etc/passwd'", "x'02' || CAST('../../../../etc/passwd' AS BLOB) || x'00'",
    "x'02' || CAST('6B29FC40-CA47-1067-B31D-00DD010662DA' AS BLOB) || x'00'", "1.5", "'12x'", "-0.5",
  ]

  /// One to three statements; those that fail do no damage.
  func apply(to connection: Connection, _ generator: inout Generator) {
    for _ in 0..<generator.number(1..<4) {
      for statement in statements(&generator) { try? connection.execute(statement) }
    }
  }

  private func statements(_ generator: inout Generator) -> [String] {
    let table = generator.any(tables)
    let column = generator.any(columns[table] ?? ["Z_PK"])
    let value = generator.any(StoreDamage.values)
    let rows = generator.any(["", " WHERE rowid = 1", " WHERE rowid % 2 = 0", " WHERE rowid = 3"])
    switch generator.number(0..<21) {
    case 0...4: return ["UPDATE OR REPLACE \"\(table)\" SET \"\(column)\" = \(value)\(rows)"]
    case 5: return ["UPDATE \"\(table)\" SET Z_ENT = \(value)\(rows)"]
    case 6: return ["UPDATE OR REPLACE \"\(table)\" SET Z_PK = \(value)\(rows)"]
    case 7: return ["DELETE FROM \"\(table)\"\(rows)"]
    case 8: return ["DROP TABLE \"\(table)\""]
    case 9: return ["ALTER TABLE \"\(table)\" DROP COLUMN \"\(column)\""]
    case 10: return ["ALTER TABLE \"\(table)\" RENAME COLUMN \"\(column)\" TO ZGONE"]
    case 11:
      let other = generator.any(tables)
      return [
        "PRAGMA legacy_alter_table = 1", "ALTER TABLE \"\(table)\" RENAME TO ZSWAP",
        "ALTER TABLE \"\(other)\" RENAME TO \"\(table)\"", "ALTER TABLE ZSWAP RENAME TO \"\(other)\"",
      ]
    case 12: return ["UPDATE Z_PRIMARYKEY SET Z_SUPER = \(generator.number(0..<6))\(rows)"]
    case 13: return ["UPDATE Z_PRIMARYKEY SET Z_NAME = (SELECT Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT = 2)\(rows)"]
    case 14: return ["UPDATE Z_PRIMARYKEY SET Z_MAX = \(value)\(rows)"]
    case 15: return ["UPDATE OR REPLACE Z_PRIMARYKEY SET Z_ENT = \(value)\(rows)"]
    case 16:
      return ["CREATE TRIGGER ZBAD AFTER INSERT ON \"\(table)\" BEGIN SELECT raise(ABORT, 'no'); END"]
    case 17:
      return ["CREATE TRIGGER ZLOOP AFTER UPDATE ON \"\(table)\" BEGIN UPDATE \"\(table)\" SET Z_OPT = Z_OPT + 1; END"]
    case 18: return ["DROP TABLE \"\(table)\"", "CREATE VIEW \"\(table)\" AS SELECT 1 AS Z_PK, 1 AS Z_ENT, 1 AS Z_OPT"]
    case 19: return ["UPDATE Z_MODELCACHE SET Z_CONTENT = x'\(StoreDamage.bomb)'"]
    default: return ["UPDATE ACHANGE SET ZENTITY = \(value), ZENTITYPK = \(generator.any(StoreDamage.values))\(rows)"]
    }
  }

  /// A model cache of a few hundred kilobytes that would unfold to gigabytes: one deflate block of fixed codes that repeats
  /// a byte 258 times, over and over.
  private static let bomb: String = {
    var bits: [UInt8] = []
    var current = 0
    var used = 0
    func put(_ value: Int, _ count: Int) {
      for bit in 0..<count {
        current |= (value >> bit & 1) << used
        used += 1
        if used == 8 {
          bits.append(UInt8(current))
          (current, used) = (0, 0)
        }
      }
    }
    /// Huffman codes come with their highest bit first.
    func code(_ value: Int, _ count: Int) { for bit in (0..<count).reversed() { put(value >> bit & 1, 1) } }
    put(1, 1)
    put(1, 2)
    code(0x30 + 0x61, 8)
    // Length 258 is code 285, which is 8 bits long; distance 1 is code 0 of 5 bits.
    for _ in 0..<100_000 {
      code(0b11000101, 8)
      code(0, 5)
    }
    code(0, 7)
    put(0, 7)
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bits.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }()
}
