@testable import CoreDataEngine
import CoreDataSQLite

/// A store that is migrated in one of the ways, under the eyes of a watch.
struct ProgressTrial {
  let way: MigrationWay
  let folder: TemporaryFolder
  let models: [NSManagedObjectModel]
  let before: [String]
  static let persons = 800

  var store: URL { folder.url.appendingPathComponent("store") }
  private var moved: URL { folder.url.appendingPathComponent("moved") }

  init(_ way: MigrationWay) throws {
    self.way = way
    folder = try TemporaryFolder()
    models = try way.models(in: folder)
    before = try MigrationWay.open(
      folder.url.appendingPathComponent("store"), way.store, models[0], options: nil
    ) { context throws in
      let teams = (0..<30).map { context.make("Team", ["name": "t\($0)"]) }
      for number in 0..<Self.persons {
        let person = context.make("Person", ["name": "p\(number)", "age": number])
        person.setValue(teams[number * 7 % 30], forKey: "team")
      }
      try context.save()
      return try Self.portrait(context)
    }
    guard way.store == .sqlite, case .moved(.sqlite) = way.kind else { return }
    // A database is copied by many pages at a time.
    let connection = try Connection(.file(store.path))
    defer { connection.close() }
    try connection.execute("CREATE TABLE OTHERS (bytes BLOB); INSERT INTO OTHERS VALUES (zeroblob(60000000))")
    try connection.checkpoint(.truncate)
  }

  /// What is the same in all versions.
  private static func portrait(_ context: NSManagedObjectContext) throws -> [String] {
    let persons = try context.all("Person").map {
      "\($0.text("name") ?? "nil") of \($0.object("team")?.text("name") ?? "nil")"
    }
    let teams = try context.all("Team").map { team in
      let members = (team.value(forKey: "members") as? NSOrderedSet)?.array ?? []
      return "\(team.text("name") ?? "nil"): "
        + members.compactMap { ($0 as? NSManagedObject)?.text("name") }.joined(separator: ",")
    }
    return (persons + teams).sorted()
  }

  // MARK: Migrating

  func attempt(_ watch: ProgressWatch) throws {
    try watch.watching { try way.migrate(store, models, moved: moved) }
  }

  // MARK: Looking

  /// The place in `models` of the version that the store has.
  func version() throws -> Int? {
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: way.store.type, at: store)
    return models.firstIndex { $0.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) }
  }

  /// The store as it lies there.
  func portrait() throws -> [String] {
    guard let version = try version() else { return ["a store of no version"] }
    return try MigrationWay.open(store, way.store, models[version], options: nil) { try Self.portrait($0) }
  }

  /// The migrated store.
  func result() throws -> [String] {
    if case .moved(let kind) = way.kind {
      return try MigrationWay.open(moved, kind, models[0], options: nil) { try Self.portrait($0) }
    }
    guard try version() == models.count - 1 else { return ["an older store"] }
    return try portrait()
  }

  /// What a cancelled migration should have removed.
  func leftovers() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { !["M.momd", "store"].contains($0) }
  }
}

/// Looks at a progress from a thread of its own while work goes on, and cancels it once it is far enough.
///
/// @unchecked Sendable: what changes is under `lock`.
final class ProgressWatch: @unchecked Sendable {
  let progress = Progress(totalUnitCount: 1)
  private let limit: Double?
  private let lock = NSCondition()
  private var values: [Double] = []
  private var isOver = false
  private var hasEnded = false

  init(cancellingAt limit: Double?) { self.limit = limit }

  /// The fractions that were seen, each once.
  var seen: [Double] {
    lock.lock()
    defer { lock.unlock() }
    return values
  }

  func watching(_ body: () throws -> Void) throws {
    let thread = Thread { self.look() }
    thread.start()
    defer { end() }
    try progress.part(body)
  }

  private func look() {
    while true {
      let fraction = progress.fractionCompleted
      lock.lock()
      if values.last != fraction { values.append(fraction) }
      if isOver {
        hasEnded = true
        lock.broadcast()
        return lock.unlock()
      }
      lock.unlock()
      if let limit, fraction >= limit, fraction < 1, !progress.isCancelled { progress.cancel() }
      usleep(100)
    }
  }

  private func end() {
    lock.lock()
    isOver = true
    while !hasEnded { lock.wait() }
    lock.unlock()
  }
}
