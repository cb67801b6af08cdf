import CoreDataEngine

// Migrates stores and is stopped in the middle, over and over, in processes that it forks: see `Trial`.
//   MigrationProbe kill|full <way> <store type> <folder> <count>   a trial, in a folder that has the package M.momd
//   MigrationProbe hold <store> <model>                            keeps a store open until it is killed
let arguments = CommandLine.arguments

func hold(_ store: String, _ model: String) throws {
  guard let model = NSManagedObjectModel(contentsOf: URL(fileURLWithPath: model)) else { exit(2) }
  let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
  _ = try coordinator.addPersistentStore(
    ofType: NSSQLiteStoreType, configurationName: nil, at: URL(fileURLWithPath: store), options: nil)
  print("open")
  fflush(nil)
  while true { sleep(60) }
}

do {
  if arguments.count == 4, arguments[1] == "hold" { try hold(arguments[2], arguments[3]) }
  guard arguments.count == 6, let way = Way(rawValue: arguments[2]), let count = Int(arguments[5]) else {
    throw TrialFailure("usage: MigrationProbe kill|full <way> <store type> <folder> <count>")
  }
  let trial = try Trial(way: way, type: arguments[3], folder: URL(fileURLWithPath: arguments[4]))
  print(try arguments[1] == "full" ? trial.fillDisk(steps: count) : trial.kill(times: count))
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
