/// The models in use, weakly: for `NSManagedObject.entity()`, which is asked without a context.
final class ModelDirectory: Sendable {
  static let shared = ModelDirectory()

  private struct Entry {
    weak var model: NSManagedObjectModel?
  }

  private let entries = Lock([Entry]())

  /// Notes a model that a coordinator uses.
  func note(_ model: NSManagedObjectModel, _ compiled: CompiledModel) {
    entries.withLock { list in
      list.removeAll { $0.model == nil || $0.model === model }
      list.append(Entry(model: model))
    }
  }

  /// The entity of a class, in the model that came into use last; a warning is printed when models differ about it.
  func entity(forClass type: NSManagedObject.Type) -> NSEntityDescription? {
    let models = entries.withLock { $0.compactMap(\.model) }
    let found = models.reversed().compactMap { (try? $0.compile())?.layout(forClass: type)?.entity }
    if Set(found.map { $0.name ?? "" }).count > 1 {
      let text =
        "CoreData: warning: Multiple NSEntityDescriptions claim the NSManagedObject subclass '\(type)' so +entity is unable to disambiguate.\n"
      FileHandle.standardError.write(Data(text.utf8))
    }
    return found.first
  }
}
