import CoreDataEngine
import CoreDataModelFormat
import Foundation

/// How one version of a model differs from another, in words.
struct ModelDifference {
  private(set) var changes: [String] = []

  init(_ old: ModelDocument, _ new: ModelDocument) {
    let partners = Dictionary(
      new.entities.map { ($0.renamingIdentifier ?? $0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let byName = Dictionary(new.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var matched = Set<String>()
    for entity in old.entities.sorted(by: { $0.name < $1.name }) {
      guard let partner = partners[entity.renamingIdentifier ?? entity.name] ?? byName[entity.name] else {
        changes.append("- \(entity.name)")
        continue
      }
      matched.insert(partner.name)
      if partner.name != entity.name { changes.append("~ \(entity.name): renamed to \(partner.name)") }
      compare(entity, partner)
    }
    for entity in new.entities.sorted(by: { $0.name < $1.name }) where !matched.contains(entity.name) {
      changes.append("+ \(entity.name)")
    }
  }

  private mutating func compare(_ old: EntityRecord, _ new: EntityRecord) {
    if old.parentName != new.parentName {
      changes.append("~ \(new.name): parent \(old.parentName ?? "none") → \(new.parentName ?? "none")")
    }
    if old.isAbstract != new.isAbstract { changes.append("~ \(new.name): \(new.isAbstract ? "" : "not ")abstract") }
    if old.uniquenessConstraints != new.uniquenessConstraints {
      changes.append("~ \(new.name): uniqueness constraints changed")
    }
    compare(
      old.attributes.map { ($0.name, $0.renamingIdentifier, $0.summary) },
      new.attributes.map { ($0.name, $0.renamingIdentifier, $0.summary) }, in: new.name)
    compare(
      old.relationships.map { ($0.name, $0.renamingIdentifier, $0.summary) },
      new.relationships.map { ($0.name, $0.renamingIdentifier, $0.summary) }, in: new.name)
  }

  private typealias Property = (name: String, formerName: String?, summary: String)

  private mutating func compare(_ old: [Property], _ new: [Property], in entity: String) {
    let partners = Dictionary(
      new.flatMap { property in
        ([property.formerName, property.name] as [String?]).compactMap { $0 }.map { ($0, property) }
      },
      uniquingKeysWith: { first, _ in first })
    var matched = Set<String>()
    for property in old {
      guard let partner = partners[property.formerName ?? property.name] ?? partners[property.name] else {
        changes.append("- \(entity).\(property.name)")
        continue
      }
      matched.insert(partner.name)
      if partner.name != property.name {
        changes.append("~ \(entity).\(property.name): renamed to \(partner.name)")
      } else if partner.summary != property.summary {
        changes.append("~ \(entity).\(property.name): \(property.summary) → \(partner.summary)")
      }
    }
    for property in new where !matched.contains(property.name) {
      changes.append("+ \(entity).\(property.name): \(property.summary)")
    }
  }

  /// Why no migration can be inferred; empty when one can.
  static func obstacles(from old: ModelDocument, to new: ModelDocument) throws -> [String] {
    let source = try NSManagedObjectModel(document: old)
    let destination = try NSManagedObjectModel(document: new)
    do {
      _ = try NSMappingModel.inferredMappingModel(forSourceModel: source, destinationModel: destination)
      return []
    } catch let error as NSError {
      let details = error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? [error]
      return details.map { detail in
        let place = ["entity", "property"].compactMap { detail.userInfo[$0] as? String }.joined(separator: ".")
        let reason = detail.userInfo["reason"] as? String ?? ToolError.line(for: detail)
        return place.isEmpty ? reason : "\(place): \(reason)"
      }
    }
  }
}
