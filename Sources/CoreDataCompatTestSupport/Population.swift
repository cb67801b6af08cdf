import CoreDataCompat
import Foundation

/// Objects of the practice model.
public enum Population {
  /// Inserts people with every kind of attribute and relationship; nothing is saved.
  public static func insert(_ count: Int, into context: NSManagedObjectContext, prefix: String = "person") {
    let team = make("Team", ["name": "\(prefix) team"], context)
    let tags = (0..<3).map { make("Tag", ["label": "\(prefix) tag \($0)"], context) }
    var previous: [NSManagedObject] = []
    for number in 0..<count {
      let entity = ["Person", "Employee", "Contractor"][number % 3]
      let person = make(
        entity,
        [
          "name": "\(prefix) \(number)", "age": number, "score": Double(number) / 4, "team": team,
          "balance": NSDecimalNumber(string: "\(number).25"),
          "born": Date(timeIntervalSinceReferenceDate: Double(number)),
          "photo": Data(repeating: UInt8(number % 256), count: number % 50),
          "tags": Set(tags.prefix(number % 4)),
        ], context)
      person.setValue(NSOrderedSet(array: previous.reversed()), forKey: "friends")
      previous = Array((previous + [person]).suffix(3))
    }
    team.setValue(previous.last, forKey: "lead")
  }

  /// A new object with values.
  @discardableResult
  public static func make(
    _ entity: String, _ values: [String: Any], _ context: NSManagedObjectContext
  ) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  /// How many objects of an entity there are, those of its sub-entities included.
  public static func count(_ entity: String, _ context: NSManagedObjectContext) throws -> Int {
    try context.count(for: NSFetchRequest<NSManagedObject>(entityName: entity))
  }
}
