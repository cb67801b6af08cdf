import CoreDataEngine

// Opens a store with a model from a file, migrating it; a test kills this program at some moment of that.
//   MigrationProbe migrate <store> <model>         opens and migrates in place
//   MigrationProbe map <store> <model> <older>     migrates object by object, by the mapping model that is inferred
//   MigrationProbe hold <store> <model>            opens without migrating, and keeps the store open until killed
let arguments = CommandLine.arguments
let models = arguments.dropFirst(3).compactMap { NSManagedObjectModel(contentsOf: URL(fileURLWithPath: $0)) }
guard arguments.count > 3, models.count == arguments.count - 3 else {
  FileHandle.standardError.write(Data("usage: MigrationProbe migrate|map|hold <store> <model> [<older model>]\n".utf8))
  exit(2)
}
let store = URL(fileURLWithPath: arguments[2])
do {
  if arguments[1] == "map", models.count == 2 {
    let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: models[1], destinationModel: models[0])
    try MappedMigration(url: store, options: nil, source: models[1], destination: models[0], mapping: mapping).run()
    exit(0)
  }
  let migrates = arguments[1] == "migrate"
  let coordinator = NSPersistentStoreCoordinator(managedObjectModel: models[0])
  _ = try coordinator.addPersistentStore(
    ofType: NSSQLiteStoreType, configurationName: nil, at: store,
    options: [
      NSMigratePersistentStoresAutomaticallyOption: migrates, NSInferMappingModelAutomaticallyOption: migrates,
    ])
  print("open")
  fflush(nil)
  if !migrates { while true { sleep(60) } }
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
