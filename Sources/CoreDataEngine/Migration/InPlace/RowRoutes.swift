/// Where the rows of each entity go: to which entity, and with which keys.
struct RowRoutes {
  struct Route {
    let source: SQLEntity
    let destination: SQLEntity
    /// What is added to a key. 0 but for rows that come into a table which another one already fills.
    let offset: Int64
  }

  /// By the index of the older entity; nil for rows that go nowhere.
  private let bySource: [Route?]
  let all: [Route]

  /// `highestKey` gives the highest key that the older hierarchy with a root has handed out.
  init(
    source: SQLSchema, destination: SQLSchema, matching: ModelMatching, highestKey: (EntityLayout) throws -> Int64
  ) throws {
    var pairs: [(SQLEntity, SQLEntity)] = []
    for case let older? in source.entities where !older.layout.isAbstract {
      guard let newer = matching.successor(of: older.layout.entity).flatMap({ destination.model.layout(of: $0) }),
        let entity = destination.entities[newer.index]
      else { continue }
      pairs.append((older, entity))
    }
    var offsets: [Int: [Int: Int64]] = [:]
    for table in destination.tables {
      let feeding = pairs.filter { $0.1.layout.rootIndex == table.root.rootIndex }.map(\.0)
      let first = matching.predecessor(of: table.root.entity).flatMap { source.model.layout(of: $0)?.rootIndex }
      let roots = Set(feeding.map(\.layout.rootIndex)).sorted { a, b in
        if (a == first) != (b == first) { return a == first }
        return a < b
      }
      var next: Int64 = 0
      for root in roots {
        offsets[table.root.rootIndex, default: [:]][root] = next
        guard roots.count > 1, let top = source.model.layouts.first(where: { $0.rootIndex == root }) else { continue }
        next += try highestKey(top)
      }
    }
    all = pairs.map { older, newer in
      let offset = offsets[newer.layout.rootIndex]?[older.layout.rootIndex] ?? 0
      return Route(source: older, destination: newer, offset: offset)
    }
    var table = [Route?](repeating: nil, count: source.entities.count)
    for route in all { table[route.source.layout.index] = route }
    bySource = table
  }

  func route(of source: EntityLayout) -> Route? { bySource[source.index] }

  /// The rows that come into the table of a newer root, by the older table they come from.
  func feeds(of root: EntityLayout) -> [(table: SQLIdentifier, routes: [Route])] {
    var feeds: [(table: SQLIdentifier, routes: [Route])] = []
    for route in all where route.destination.layout.rootIndex == root.rootIndex {
      if let place = feeds.firstIndex(where: { $0.table == route.source.table }) {
        feeds[place].routes.append(route)
      } else {
        feeds.append((route.source.table, [route]))
      }
    }
    return feeds
  }
}
