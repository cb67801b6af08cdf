import CoreDataEngine
import Foundation

/// A store in a JSON file, written as any program would write one: with Apple's API alone.
final class JSONStore: NSAtomicStore {
  static let storeType = "JSONStore"
  /// Lets the next save fail.
  var failure: (any Error)?
  private(set) var calls: [String] = []

  override var type: String { JSONStore.storeType }

  override func loadMetadata() throws {
    guard let url, let file = try? Data(contentsOf: url) else { return }
    let contents = try JSONSerialization.jsonObject(with: file) as? [String: Any] ?? [:]
    var found = metadata ?? [:]
    found[NSStoreUUIDKey] = contents["uuid"] as? String
    metadata = found
  }

  override func load() throws {
    calls.append("load")
    guard let url, let coordinator = persistentStoreCoordinator, FileManager.default.fileExists(atPath: url.path) else {
      return
    }
    let contents = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any] ?? [:]
    let records = contents["objects"] as? [[String: Any]] ?? []
    var nodes: [String: NSAtomicStoreCacheNode] = [:]
    for record in records {
      guard let name = record["entity"] as? String, let reference = record["id"] as? String,
        let entity = coordinator.managedObjectModel.entitiesByName[name]
      else { throw CocoaError(.fileReadCorruptFile) }
      nodes[reference] = NSAtomicStoreCacheNode(objectID: objectID(for: entity, withReferenceObject: reference))
    }
    for record in records {
      guard let reference = record["id"] as? String, let node = nodes[reference] else { continue }
      for (key, property) in node.objectID.entity.propertiesByName {
        guard let value = record[key] else { continue }
        if let relationship = property as? NSRelationshipDescription {
          let members = (value as? [String] ?? []).compactMap { nodes[$0] }
          node.setValue(relationship.isToMany ? NSSet(array: members) : members.first, forKey: key)
        } else {
          node.setValue(value, forKey: key)
        }
      }
    }
    addCacheNodes(Set(nodes.values))
  }

  override func newReferenceObject(for managedObject: NSManagedObject) -> Any {
    calls.append("newReferenceObject")
    return "\(managedObject.entity.name ?? "")/\(UUID().uuidString)"
  }

  override func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
    calls.append("newCacheNode \(managedObject.objectID.isTemporaryID ? "temporary" : "permanent")")
    return super.newCacheNode(for: managedObject)
  }

  override func updateCacheNode(_ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject) {
    calls.append("updateCacheNode")
    super.updateCacheNode(node, from: managedObject)
  }

  override func willRemoveCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {
    calls.append("willRemoveCacheNodes \(cacheNodes.count)")
  }

  override func save() throws {
    calls.append("save \(cacheNodes().count)")
    if let failure { throw failure }
    guard let url else { return }
    let objects = cacheNodes().map { node -> [String: Any] in
      var record: [String: Any] = ["entity": node.objectID.entity.name ?? "", "id": reference(node)]
      for (key, property) in node.objectID.entity.propertiesByName where !property.isTransient {
        guard let value = node.value(forKey: key) else { continue }
        if property is NSRelationshipDescription {
          let members = (value as? NSSet)?.allObjects ?? [value]
          record[key] = members.compactMap { ($0 as? NSAtomicStoreCacheNode).map(reference) }
        } else {
          record[key] = value
        }
      }
      return record
    }
    let contents: [String: Any] = ["uuid": identifier ?? "", "objects": objects]
    try JSONSerialization.data(withJSONObject: contents, options: [.sortedKeys]).write(to: url, options: .atomic)
  }

  private func reference(_ node: NSAtomicStoreCacheNode) -> String {
    referenceObject(for: node.objectID) as? String ?? ""
  }
}
