/// Makes the objects of a batched fetch.
final class BatchSource {
  private let context: NSManagedObjectContext
  private let store: UInt16
  private let size: Int
  private let keys: ContiguousArray<Int64>
  /// The entity of each object; nil when all are of `entity`.
  private let entities: ContiguousArray<UInt16>?
  private let entity: Int
  /// The place of the first of `objects`.
  private var start = 0
  private var objects: [NSManagedObject] = []

  let count: Int

  /// Objects of a store by their keys.
  init(_ context: NSManagedObjectContext, _ layout: EntityLayout, _ keys: [ObjectKey], store: UInt16, size: Int) {
    self.context = context
    self.store = store
    self.size = size
    self.keys = ContiguousArray(keys.lazy.map(\.key))
    entity = layout.index
    entities = layout.hasSubentities ? ContiguousArray(keys.lazy.map { UInt16($0.entityIndex) }) : nil
    count = keys.count
  }

  /// Objects that are there already.
  init(_ context: NSManagedObjectContext, _ layout: EntityLayout, objects: [NSManagedObject]) {
    self.context = context
    self.objects = objects
    store = 0
    size = max(1, objects.count)
    keys = []
    entities = nil
    entity = layout.index
    count = objects.count
  }

  func object(at position: Int) -> NSManagedObject {
    precondition(position >= 0 && position < count, "Index \(position) is out of range: there are \(count) results.")
    if position < start || position >= start + objects.count { readBatch(of: position) }
    return objects[position - start]
  }

  private func readBatch(of position: Int) {
    start = position / size * size
    objects.removeAll(keepingCapacity: true)
    let batch = (start..<min(count, start + size)).map { index in
      ObjectKey(entityIndex: entities.map { Int($0[index]) } ?? entity, key: keys[index])
    }
    context.materialize([RowPage.batch(of: batch)], store: store, into: &objects)
  }
}
