/// An object of a context: one row of a store, or a new one. Follows Apple's `NSManagedObject`.
///
/// Used on the queue of its context only. Subclasses may override the class's open members; they inherit its
/// initializers, which the context calls when it makes objects for rows.
open class NSManagedObject: NSObject, NSFetchRequestResult {
  /// The context's book of its objects; nil for an object that belongs to no context. Retained, so that the last release
  /// of the object may come on any thread, after the context too.
  final var registry: ObjectRegistry?
  final let layout: EntityLayout
  /// The key in the store, or a negative one that is unique in the process.
  final var key: Int64
  /// The page that holds the object's row; nil for a new object, and for a fault whose row is not known yet.
  final var page: RowPage?
  final var rowOffset: UInt32 = 0
  final var state: ObjectState
  final var touched: ObjectValues?
  final var identifier: NSManagedObjectID?

  /// Makes an object of `entity` with its default values, and inserts it when there is a context.
  ///
  /// An abstract entity traps. Follows Apple's `init(entity:insertInto:)`.
  public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
    let layout = NSManagedObject.layout(of: entity, in: context)
    self.layout = layout
    key = 0
    state = []
    super.init()
    if let context {
      context.insertNew(self)
    }
  }

  /// Makes the object of a row or of a fault; the engine sets the rest. Required, so that subclasses can be made by
  /// their metatype.
  public required convenience init(instantiating entity: NSEntityDescription) {
    self.init(entity: entity, insertInto: nil)
  }

  deinit { registry?.forget(self) }
}
