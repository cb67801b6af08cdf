import CBaseline
import CoreDataCompat

/// The object most workloads handle.
final class Item: NSManagedObject {
  var id: Int64 {
    get { value(forKey: "id") as? Int64 ?? 0 }
    set { setValue(newValue, forKey: "id") }
  }
  var a: Int64 {
    get { value(forKey: "a") as? Int64 ?? 0 }
    set { setValue(newValue, forKey: "a") }
  }
  var b: Double {
    get { value(forKey: "b") as? Double ?? 0 }
    set { setValue(newValue, forKey: "b") }
  }
  var created: Date? {
    get { value(forKey: "created") as? Date }
    set { setValue(newValue, forKey: "created") }
  }
  var name: String? {
    get { value(forKey: "name") as? String }
    set { setValue(newValue, forKey: "name") }
  }
  var note: String? {
    get { value(forKey: "note") as? String }
    set { setValue(newValue, forKey: "note") }
  }
  var blob: Data? {
    get { value(forKey: "blob") as? Data }
    set { setValue(newValue, forKey: "blob") }
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
