import CCoreDataFaults
import CoreDataEngine
import CoreDataModelFormat
import Foundation

/// Migrates a small store again and again, stops the migration somewhere, and looks at what is left: it must be the store as
/// it was, or one of a later version, complete; and the next attempt must finish.
struct Trial {
  let way: Way
  let type: String
  /// Has the package `M.momd`.
  let folder: URL
  let versions: [NSManagedObjectModel]

  private var package: URL { folder.appendingPathComponent("M.momd") }
  private var work: URL { folder.appendingPathComponent("work") }
  private var template: URL { folder.appendingPathComponent("template") }
  private var store: URL { work.appendingPathComponent("store") }

  init(way: Way, type: String, folder: URL) throws {
    self.way = way
    self.type = type
    self.folder = folder
    let package = folder.appendingPathComponent("M.momd")
    versions = try ModelPackage(url: package).versions.map { version in
      guard let model = NSManagedObjectModel(contentsOf: version.url) else {
        throw TrialFailure("\(version.url.path) is no model.")
      }
      return model
    }
  }

  // MARK: Trials

  /// Half of the kills come at a random time, half at a random write.
  func kill(times: Int) throws -> String {
    let duration = try prepare()
    let writes = max(1, try countWrites())
    var counts = (unchanged: 0, changed: 0)
    var killed = 0
    for number in 0..<times {
      try reset()
      let child: Child
      if number % 2 == 0 || type != NSSQLiteStoreType {
        child = try Child { try migrate() }
        usleep(UInt32.random(in: 0...UInt32(max(1, duration))))
        child.kill()
      } else {
        let moment = Int.random(in: 0..<writes)
        child = try Child {
          Self.install(COREDATA_FAULT_KILL, work, after: moment)
          try migrate()
        }
      }
      if try child.wait() == .killed { killed += 1 }
      if try isUnchanged() { counts.unchanged += 1 } else { counts.changed += 1 }
      try finish()
    }
    guard killed > 0 else { throw TrialFailure("No process was killed.") }
    return
      "killed \(killed) of \(times) times within \(duration / 1_000) ms and \(writes) writes: \(counts.unchanged) old, \(counts.changed) new"
  }

  /// Lets the disk be full from the first write on, from a later one, and so on, until the migration succeeds.
  func fillDisk(steps: Int) throws -> String {
    _ = try prepare()
    let isDatabase = type == NSSQLiteStoreType
    let end = isDatabase ? try countWrites() : try largestFile()
    let stride = max(1, end / max(1, steps))
    var failures = 0
    for limit in Swift.stride(from: 0, through: end, by: stride) {
      try reset()
      let child = try Child {
        if isDatabase {
          Self.install(COREDATA_FAULT_FULL, work, after: limit)
        } else {
          coredata_limit_file_size(limit)
        }
        try migrate()
      }
      switch try child.wait() {
      case .failure:
        failures += 1
        guard try isUnchanged() || way == .staged || versions.count > 2 else {
          throw TrialFailure("An error at \(limit) has left another store.")
        }
      case .success: break
      case .killed: throw TrialFailure("The process was killed.")
      }
      try finish()
    }
    // Values in files of their own are written past SQLite.
    if isDatabase {
      for bytes in [0, 30_000, 120_000] {
        try reset()
        let child = try Child {
          coredata_limit_file_size(bytes)
          try migrate()
        }
        if try child.wait() == .failure { failures += 1 }
        _ = try isUnchanged()
        try finish()
      }
    }
    guard failures > 0 else { throw TrialFailure("No write has failed.") }
    return "the disk was full \(failures) times, at \(end / stride + 1) places of \(end)"
  }

  // MARK: Parts

  private func migrate() throws { try way.migrate(store, type: type, versions: versions, package: package) }

  /// Fills the template, and migrates a copy of it undisturbed for the pictures to compare with. Returns the microseconds.
  private func prepare() throws -> Int {
    let files = FileManager.default
    for folder in [work, template] { try files.createDirectory(at: folder, withIntermediateDirectories: true) }
    try run("fill") {
      try Contents.fill(
        template.appendingPathComponent("store"), type: type, model: versions[0], count: 12)
      if way == .replaced {
        let source = Way.source(of: template.appendingPathComponent("store"))
        try Contents.fill(source, type: type, model: versions[versions.count - 1], count: 9)
      }
      try write(
        "old", Contents.portrait(template.appendingPathComponent("store"), type: type, model: versions[0], options: [:])
      )
    }
    var longest = 0
    for _ in 0..<3 {
      try reset()
      let start = ContinuousClock.now
      try run("migrate") { try migrate() }
      longest = max(longest, Int(start.duration(to: .now) / .microseconds(1)))
    }
    try run("picture") { try write("new", picture()) }
    return longest
  }

  private func countWrites() throws -> Int {
    guard type == NSSQLiteStoreType else { return 0 }
    try reset()
    try run("count") {
      Self.install(COREDATA_FAULT_FULL, work, after: .max)
      try migrate()
      try write("writes", "\(coredata_faults_writes(work.path))")
    }
    return Int(try read("writes")) ?? 0
  }

  private func largestFile() throws -> Int {
    let names = try FileManager.default.contentsOfDirectory(atPath: work.path)
    return try names.map { name in
      let attributes = try FileManager.default.attributesOfItem(atPath: work.appendingPathComponent(name).path)
      return (attributes[.size] as? NSNumber)?.intValue ?? 0
    }.max() ?? 0
  }

  private func reset() throws {
    try FileManager.default.removeItem(at: work)
    try FileManager.default.copyItem(at: template, to: work)
  }

  /// The newest version's picture; that of the moved store for a move.
  private func picture() throws -> String {
    let newest = way == .moved ? versions[0] : versions[versions.count - 1]
    let url = way == .moved ? Way.target(of: store) : store
    return try Contents.portrait(
      url, type: way == .moved ? Way.targetType(of: type) : type, model: newest,
      options: [NSMigratePersistentStoresAutomaticallyOption: true])
  }

  /// Looks at what is left. Throws when it is not one of the versions, or not complete.
  private func isUnchanged() throws -> Bool {
    let isOld = try Child {
      try described("look") {
        if try isChanged() { _exit(1) }
      }
    }
    return try isOld.wait() == .success
  }

  private func isChanged() throws -> Bool {
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: store)
    let model = versions.first { $0.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) }
    guard let model else { throw TrialFailure("What is left is none of the versions.") }
    let now = try Contents.portrait(store, type: type, model: model, options: [:])
    guard model === versions[0] else {
      // The next attempt would hide what the new store lacks.
      if way == .replaced, try now != read("new") { throw TrialFailure("The new store is not complete.") }
      return true
    }
    guard try now == read("old") else { throw TrialFailure("The old store is not what it was.") }
    guard way == .moved, FileManager.default.fileExists(atPath: Way.target(of: store).path) else { return false }
    guard try picture() == read("new") else { throw TrialFailure("The moved store is not complete.") }
    return true
  }

  /// The next attempt finds what is left, and finishes. Nothing else is left in the folder.
  private func finish() throws {
    try run("finish") {
      if way != .moved || !FileManager.default.fileExists(atPath: Way.target(of: store).path) { try migrate() }
      guard try picture() == read("new") else { throw TrialFailure("The finished store is not complete.") }
      let known =
        ["store", ".store_SUPPORT"] + (way == .replaced ? ["other", "other-wal", "other-shm", ".other_SUPPORT"] : [])
      let names = try FileManager.default.contentsOfDirectory(atPath: work.path).filter { name in
        // What was being written when the process was killed has a name of its own, and is only waste.
        let isWaste = name.hasPrefix("store.") && (name.hasSuffix(".new") || name.contains(".copy"))
        return !known.contains(name) && !isWaste && !name.hasPrefix(".store.")
      }
      guard names.isEmpty || way == .moved else { throw TrialFailure("Left behind: \(names.joined(separator: ", ")).") }
    }
  }

  private func run(_ what: String, _ body: () throws -> Void) throws {
    guard try Child({ try described(what, body) }).wait() == .success else {
      throw TrialFailure("The step '\(what)' has failed.")
    }
  }

  /// Any error is a failure of the trial.
  private func described(_ what: String, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as TrialFailure {
      throw error
    } catch {
      throw TrialFailure("\(what): \(error)")
    }
  }

  private func write(_ name: String, _ text: String) throws {
    try text.write(to: folder.appendingPathComponent(name), atomically: false, encoding: .utf8)
  }

  private func read(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  private static func install(_ fault: coredata_fault, _ folder: URL, after count: Int) {
    _ = coredata_faults_install()
    _ = coredata_faults_set(folder.path, fault, count)
  }
}
