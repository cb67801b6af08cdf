/// What is measured: the same work done by each side, in a new file.
enum Workload: String, CaseIterable {
  case insert
  case fetch
  case byIDCold = "by-id-cold"
  case byIDWarm = "by-id-warm"
  case filter
  case sort
  case count
  case update
  case delete
  case toOneFirst = "to-one-first"
  case toOneAgain = "to-one-again"
  case toMany = "to-many"
  case batchInsert = "batch-insert"
  case saves

  /// Items in the file, or put into it.
  static let itemCount = 100_000
  /// Items that are read by ID, updated or deleted, scattered over the file or its first ones.
  static let partCount = 10_000
  static let saveCount = 1_000
  static let filterValues = 20
  static let sortLimit = 50
  static let repetitions = 10

  var summary: String {
    switch self {
    case .insert: "insert 100,000 objects, one save"
    case .fetch: "fetch 100,000 objects, read every attribute"
    case .byIDCold: "10,000 by object ID, cold row cache"
    case .byIDWarm: "10,000 by object ID, warm"
    case .filter: "indexed filter 1 %, 20 times"
    case .sort: "sort + limit 50, 10 times"
    case .count: "count with predicate, 10 times"
    case .update: "update two attributes of 10,000, one save"
    case .delete: "delete 10,000, one save"
    case .toOneFirst: "to-one of 100,000 children, first touch"
    case .toOneAgain: "to-one of 100,000 children, second time"
    case .toMany: "to-many of 1,000 parents, prefetched"
    case .batchInsert: "batch insert 100,000"
    case .saves: "1,000 saves of one object each"
    }
  }

  /// The ratio to the baseline that is allowed.
  var bar: Double {
    switch self {
    case .insert, .delete, .saves: 2.5
    case .fetch, .byIDCold, .update: 2.0
    case .byIDWarm, .toOneAgain: 0.5
    case .filter: 1.35
    case .sort, .count: 1.05
    case .toOneFirst, .batchInsert: 1.3
    case .toMany: 1.5
    }
  }

  /// What the file holds before the work begins.
  var content: Content {
    switch self {
    case .insert, .batchInsert, .saves: .empty
    case .toOneFirst, .toOneAgain, .toMany: .families
    default: .items(Self.itemCount)
    }
  }

  /// Whether the items in the file are compared after the work, too.
  var writes: Bool {
    switch self {
    case .insert, .update, .delete, .batchInsert, .saves: true
    default: false
    }
  }

  /// The objects the work handles, which allocations are divided by; nil where the work is one answer.
  var objectCount: Int? {
    switch self {
    case .insert, .fetch, .batchInsert, .toOneFirst, .toOneAgain, .toMany: Self.itemCount
    case .byIDCold, .byIDWarm, .update, .delete: Self.partCount
    case .filter: Self.filterValues * Self.itemCount / 100
    case .saves: Self.saveCount
    case .sort, .count: nil
    }
  }
}
