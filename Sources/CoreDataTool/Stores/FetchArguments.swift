import CoreDataEngine
import Foundation

/// The options that say what to fetch.
enum FetchArguments {
  static let filter = Option.text("where", "PREDICATE", "a predicate, such as 'age > 30 AND name BEGINSWITH \"A\"'")
  static let sort = Option.text(
    "sort", "KEY", "sort by a key path, downwards with a hyphen before it", isRepeatable: true)
  static let limit = Option.count("limit", "at most so many objects; 0 for all")

  static func request(
    _ arguments: Arguments, entity: NSEntityDescription, predicate: String?
  ) throws -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
    request.predicate = try predicate.map { try NSPredicate.parse($0) }
    request.sortDescriptors = try arguments.all(sort).flatMap { $0.split(separator: ",") }.map { word in
      let key = word.hasPrefix("-") ? String(word.dropFirst()) : String(word)
      guard let first = key.split(separator: ".").first, entity.propertiesByName[String(first)] != nil else {
        throw ToolError("--sort \(word): the entity \(entity.name ?? "") has no property \(key)")
      }
      return NSSortDescriptor(key: key, ascending: !word.hasPrefix("-"))
    }
    request.fetchLimit = arguments[limit] ?? 0
    return request
  }
}
