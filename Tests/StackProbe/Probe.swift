import CoreDataCompatTestSupport
import CoreDataSQLite
import Foundation

/// What the probe does, each command a function.
struct Probe {
  let stack: String
  let store: URL
  let argument: String?

  /// Says something at once, so that a killed process has said it.
  func say(_ text: String) {
    FileHandle.standardOutput.write(Data((text.split(separator: "\n").joined(separator: " ") + "\n").utf8))
  }

  func configuration() -> StackConfiguration {
    var configuration = StackConfiguration(model: .instance(PracticeModel.make()), place: .file(store))
    configuration.selector = stack == "legacy" ? .legacy : .container
    configuration.log = nil
    configuration.backgroundExecution = .asynchronous
    return configuration
  }

  /// Opens the store, saves one person, and says how many there are.
  func open() throws {
    var configuration = configuration()
    configuration.isReadOnly = argument == "read-only"
    if argument == "delete" { configuration.pragmas["journal_mode"] = "delete" }
    if let kind = argument.flatMap(StoreKind.init(rawValue:)) { configuration.storeType = kind.type }
    if argument == "default" {
      configuration.place = .applicationData
      configuration.storeName = store.lastPathComponent
      say("place \(try configuration.storeURL?.path ?? "")")
    }
    let manager = Manager(configuration: configuration)
    try manager.load()
    let context = manager.managedObjectContext
    if !configuration.isReadOnly {
      Population.make("Person", ["name": "probe"], context)
      try manager.save()
    }
    say("opened \(try Population.count("Person", context))")
  }

  /// Fetches the people of a name.
  func find() throws {
    let manager = Manager(configuration: configuration())
    try manager.load()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.predicate = NSPredicate(format: "name == %@ AND (age == nil OR age < %d)", argument ?? "", 40)
    request.sortDescriptors = [
      NSSortDescriptor(key: "name", ascending: true, selector: NSSelectorFromString("localizedStandardCompare:"))
    ]
    let context = manager.managedObjectContext
    say("found \(try context.fetch(request).count) of \(try context.count(for: request))")
  }

  /// Fetches the people of a name by a predicate that SQL can say a part of.
  func filter() throws {
    let manager = Manager(configuration: configuration())
    try manager.load()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.predicate = NSPredicate(format: "name != nil AND FUNCTION(SELF, 'name') == %@", argument ?? "")
    say("found \(try manager.managedObjectContext.fetch(request).count)")
  }

  /// Takes a lock and keeps it until standard input ends.
  func hold(_ sql: String) throws {
    let connection = try Connection(.file(store.path))
    try connection.execute(sql)
    say("ready")
    _ = FileHandle.standardInput.readDataToEndOfFile()
    connection.close()
  }

  /// Saves batches, each with links among its objects, and says the number of each when it is saved.
  func saveForEver() throws {
    let manager = Manager(configuration: configuration())
    try manager.load()
    let context = manager.managedObjectContext
    say("ready")
    for batch in (Int(argument ?? "") ?? 0)... {
      Population.insert(20, into: context, prefix: "batch \(batch)")
      try manager.save()
      context.reset()
      say("\(batch)")
    }
  }

  /// Saves ever more until files may not grow any further, then lifts the limit and saves the rest.
  func fill() throws {
    let manager = Manager(configuration: configuration())
    try manager.load()
    let context = manager.managedObjectContext
    signal(SIGXFSZ, SIG_IGN)
    var old = rlimit()
    getrlimit(.fileSize, &old)
    var limit = old
    limit.rlim_cur = rlim_t(argument ?? "") ?? 1_000_000
    setrlimit(.fileSize, &limit)
    var saved = 0
    do {
      for number in 0..<1_000 {
        Population.make("Person", ["name": "\(number)", "photo": Data(repeating: 7, count: 50_000)], context)
        try manager.save()
        saved += 1
      }
      say("saved all")
    } catch {
      say("full \((error as NSError).code) after \(saved) with \(context.insertedObjects.count) kept")
    }
    setrlimit(.fileSize, &old)
    try manager.save()
    say("opened \(try Population.count("Person", context)) of \(saved + 1)")
  }

  /// Saves one batch, and is killed in place of the write after so many.
  func die() throws {
    Fault.install()
    let manager = Manager(configuration: configuration())
    try manager.load()
    Population.insert(60, into: manager.managedObjectContext, prefix: "batch 1")
    Fault.start(.kill, at: store.path, afterWrites: Int(argument ?? "") ?? 0)
    try manager.save()
    say("saved")
  }

  /// Takes the store over from a former place.
  func adopt() throws {
    var configuration = configuration()
    configuration.formerLocations = [URL(fileURLWithPath: argument ?? "")]
    let manager = Manager(configuration: configuration)
    say("ready")
    try manager.load()
    say("opened \(try Population.count("Person", manager.managedObjectContext))")
  }

  /// Puts an empty store of another model in the place of the old one, which is set aside.
  func recreate() throws {
    var configuration = configuration()
    configuration.model = .instance(
      PracticeModel.make { $0["Team"]?.properties.append(PracticeModel.attribute("city", .stringAttributeType)) })
    configuration.onIncompatibleStore = .quarantineAndRecreate
    let manager = Manager(configuration: configuration)
    try manager.load()
    say("opened \(try Population.count("Person", manager.managedObjectContext))")
  }
}

/// The limit on the size of files, whose constant has another type on every system.
private enum Limit { case fileSize }

private func getrlimit(_ limit: Limit, _ value: inout rlimit) { _ = Foundation.getrlimit(limitNumber, &value) }
private func setrlimit(_ limit: Limit, _ value: inout rlimit) { _ = Foundation.setrlimit(limitNumber, &value) }

#if canImport(Darwin)
  private let limitNumber = RLIMIT_FSIZE
#else
  private let limitNumber = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
#endif
