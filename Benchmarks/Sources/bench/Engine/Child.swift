import CoreDataCompat

final class Child: NSManagedObject {
  var name: String? {
    get { value(forKey: "name") as? String }
    set { setValue(newValue, forKey: "name") }
  }
  var number: Int64 {
    get { value(forKey: "number") as? Int64 ?? 0 }
    set { setValue(newValue, forKey: "number") }
  }
  var parent: Parent? {
    get { value(forKey: "parent") as? Parent }
    set { setValue(newValue, forKey: "parent") }
  }
}
