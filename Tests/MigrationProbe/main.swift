import CoreDataEngine

// Opens a store with a model from a file, migrating it; a test kills this program at some moment of that.
//   MigrationProbe migrate <store> <model>     opens and migrates
//   MigrationProbe hold <store> <model>        opens without migrating, and keeps the store open until killed
let arguments = CommandLine.arguments
guard arguments.count == 4, let model = NSManagedObjectModel(contentsOf: URL(fileURLWithPath: arguments[3])) else {
  FileHandle.standardError.write(Data("usage: MigrationProbe migrate|hold <store> <model>\n".utf8))
  exit(2)
}
let migrates = arguments[1] == "migrate"
let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
do {
  _ = try coordinator.addPersistentStore(
    ofType: NSSQLiteStoreType, configurationName: nil, at: URL(fileURLWithPath: arguments[2]),
    options: [
      NSMigratePersistentStoresAutomaticallyOption: migrates, NSInferMappingModelAutomaticallyOption: migrates,
    ])
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
print("open")
fflush(nil)
if !migrates { while true { sleep(60) } }
