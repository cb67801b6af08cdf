import CoreDataCompat

final class Child: NSManagedObject {
  private static let nameProperty = ManagedProperty<String?>("name")
  private static let numberProperty = ManagedProperty<Int64>("number")
  private static let parentProperty = ManagedProperty<Parent?>("parent")

  var name: String? {
    get { self[Self.nameProperty] }
    set { self[Self.nameProperty] = newValue }
  }
  var number: Int64 {
    get { self[Self.numberProperty] }
    set { self[Self.numberProperty] = newValue }
  }
  var parent: Parent? {
    get { self[Self.parentProperty] }
    set { self[Self.parentProperty] = newValue }
  }
}
