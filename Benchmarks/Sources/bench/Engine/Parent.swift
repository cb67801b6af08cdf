import CoreDataCompat

final class Parent: NSManagedObject {
  private static let nameProperty = ManagedProperty<String?>("name")
  private static let numberProperty = ManagedProperty<Int64>("number")
  private static let childrenProperty = ManagedProperty<Set<Child>>("children")

  var name: String? {
    get { self[Self.nameProperty] }
    set { self[Self.nameProperty] = newValue }
  }
  var number: Int64 {
    get { self[Self.numberProperty] }
    set { self[Self.numberProperty] = newValue }
  }
  var children: Set<Child> {
    get { self[Self.childrenProperty] }
    set { self[Self.childrenProperty] = newValue }
  }
}
