import CoreDataEngine
import Foundation

/// All that a context sees of a store, in a form that does not depend on the store's keys.
enum GraphPortrait {
  static func of(_ context: NSManagedObjectContext, _ model: NSManagedObjectModel) throws -> [String] {
    var lines: [String] = []
    for entity in model.entities {
      let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
      request.includesSubentities = false
      for object in try context.fetch(request) { lines.append(line(object, entity)) }
    }
    return lines.sorted()
  }

  private static func line(_ object: NSManagedObject, _ entity: NSEntityDescription) -> String {
    let parts = entity.propertiesByName.sorted { $0.key < $1.key }.map { name, property -> String in
      guard let relationship = property as? NSRelationshipDescription else {
        return "\(name)=\(text(object.value(forKey: name)))"
      }
      guard relationship.isToMany else { return "\(name)=\(object.object(name).map(self.name) ?? "nil")" }
      let members = StoreComparison.members(object.value(forKey: name)).map(self.name)
      return "\(name)=\(relationship.isOrdered ? members : members.sorted())"
    }
    return "\(entity.name ?? ""): \(parts.joined(separator: "; "))"
  }

  private static func text(_ value: Any?) -> String {
    switch value {
    case nil: "nil"
    case let data as Data: "\(data.count):\(data.base64EncodedString().suffix(40))"
    case let date as Date: "\(date.timeIntervalSinceReferenceDate)"
    case let text as String: text.debugDescription
    case .some(let value): "\(value)"
    }
  }

  private static func name(_ object: NSManagedObject) -> String {
    let key = ["label", "text", "name"].first { object.entity.attributesByName[$0] != nil }
    return (key.flatMap { object.text($0) } ?? "-").debugDescription
  }
}
