import CBaseline
import CoreDataCompat

/// The object most workloads handle.
final class Item: NSManagedObject {
  private static let idProperty = ManagedProperty<Int64>("id")
  private static let aProperty = ManagedProperty<Int64>("a")
  private static let bProperty = ManagedProperty<Double>("b")
  private static let createdProperty = ManagedProperty<Date?>("created")
  private static let nameProperty = ManagedProperty<String?>("name")
  private static let noteProperty = ManagedProperty<String?>("note")
  private static let blobProperty = ManagedProperty<Data?>("blob")

  var id: Int64 {
    get { self[Self.idProperty] }
    set { self[Self.idProperty] = newValue }
  }
  var a: Int64 {
    get { self[Self.aProperty] }
    set { self[Self.aProperty] = newValue }
  }
  var b: Double {
    get { self[Self.bProperty] }
    set { self[Self.bProperty] = newValue }
  }
  var created: Date? {
    get { self[Self.createdProperty] }
    set { self[Self.createdProperty] = newValue }
  }
  var name: String? {
    get { self[Self.nameProperty] }
    set { self[Self.nameProperty] = newValue }
  }
  var note: String? {
    get { self[Self.noteProperty] }
    set { self[Self.noteProperty] = newValue }
  }
  var blob: Data? {
    get { self[Self.blobProperty] }
    set { self[Self.blobProperty] = newValue }
  }

  func take(_ values: ItemValues) {
    id = values.id
    a = values.a
    b = values.b
    created = values.created
    name = values.name
    note = values.note
    blob = values.blob
  }

  /// What the baseline sums of a row, over every attribute.
  var sum: UInt64 {
    ItemValues.sum(id: id, a: a, b: b, created: created, name: name, note: note, blob: blob)
  }
}
