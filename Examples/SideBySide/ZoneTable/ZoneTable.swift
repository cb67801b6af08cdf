import Foundation

/// The IANA Time Zone Database as plain values, read from the text files that ship with the example.
struct ZoneTable: Sendable {
  private(set) var countries: [CountryRecord] = []
  private(set) var ruleSets: [RuleSetRecord] = []
  private(set) var zones: [ZoneRecord] = []
  private(set) var aliases: [AliasRecord] = []

  /// Reads `iso3166.tab`, `zone.tab`, `zone1970.tab` and `tzdata.zi` in `directory`.
  ///
  /// Throws `ZoneTableError` for a line that is not in the files' format, and Foundation's error for a file that
  /// cannot be read.
  init(directory: URL) throws {
    func lines(_ name: String) throws -> ZoneTableLines {
      try ZoneTableLines(file: directory.appendingPathComponent(name))
    }
    countries = try lines("iso3166.tab").map(separator: "\t", CountryRecord.init(fields:))
    let places = try ZonePlaces(oneCountryEach: lines("zone.tab"), sharedSince1970: lines("zone1970.tab"))
    let compiled = try CompiledZones(lines: lines("tzdata.zi"))
    ruleSets = compiled.ruleSets
    aliases = try compiled.resolvedAliases()
    zones = compiled.zones.map { name, eras in ZoneRecord(name: name, place: places[name], eras: eras) }
  }

  /// How many rows a store of this table has, all entities together.
  var rowCount: Int {
    countries.count + ruleSets.count + ruleSets.reduce(0) { $0 + $1.rules.count } + zones.count
      + zones.reduce(0) { $0 + $1.eras.count } + aliases.count
  }
}
