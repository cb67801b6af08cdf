import CoreDataCompat

final class Parent: NSManagedObject {
  var name: String? {
    get { value(forKey: "name") as? String }
    set { setValue(newValue, forKey: "name") }
  }
  var number: Int64 {
    get { value(forKey: "number") as? Int64 ?? 0 }
    set { setValue(newValue, forKey: "number") }
  }
  var children: Set<Child> {
    get { value(forKey: "children") as? Set<Child> ?? [] }
    set { setValue(newValue, forKey: "children") }
  }
}
