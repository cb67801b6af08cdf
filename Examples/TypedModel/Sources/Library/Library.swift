@_exported import CoreData

/// The container of the library: the model is found by its name in the resource bundle of this module.
public enum Library {
  public static func makeContainer(at url: URL) -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "Library")
    container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
    return container
  }
}
