/// The places of all zones, by zone name.
///
/// `zone.tab` has every zone, under one country each; `zone1970.tab` has fewer, with all the countries in them. So
/// the countries come from the latter where it has the zone.
struct ZonePlaces {
  private var places: [String: ZonePlace]

  init(oneCountryEach: ZoneTableLines, sharedSince1970: ZoneTableLines) throws {
    places = [:]
    for lines in [oneCountryEach, sharedSince1970] {
      for place in try lines.map(separator: "\t", ZonePlace.init(fields:)) { places[place.zone] = place }
    }
  }

  subscript(zone: String) -> ZonePlace? { places[zone] }
}
