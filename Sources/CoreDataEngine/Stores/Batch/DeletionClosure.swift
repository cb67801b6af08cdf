/// The rows that a batch deletion takes along: those it names, and what cascade rules add.
struct DeletionClosure {
  let model: CompiledModel
  /// Keys and entities, by root.
  private var rows: [[Int64: Int]]

  init(_ model: CompiledModel) {
    self.model = model
    rows = Array(repeating: [:], count: model.rootCount)
  }

  func contains(_ key: ObjectKey) -> Bool { rows[model.layouts[key.entityIndex].rootIndex][key.key] != nil }

  /// The rows by entity, in the order of the entities.
  var groups: [(layout: EntityLayout, keys: [Int64])] {
    var groups: [Int: [Int64]] = [:]
    for table in rows { for (key, entity) in table { groups[entity, default: []].append(key) } }
    return groups.sorted { $0.key < $1.key }.map { (model.layouts[$0.key], $0.value.sorted()) }
  }

  /// Takes in rows and all that follow by cascade rules, then checks the deny rules.
  mutating func grow(
    from keys: [ObjectKey], destinations: (PropertyLayout, [Int64]) throws -> [ObjectKey]
  ) throws {
    var pending = add(keys)
    while let (entity, keys) = pending.popFirst() {
      for property in model.layouts[entity].properties where property.deleteRule == .cascadeDeleteRule {
        for (entity, keys) in add(try destinations(property, keys)) { pending[entity, default: []] += keys }
      }
    }
    for (layout, keys) in groups {
      for property in layout.properties where property.deleteRule == .denyDeleteRule {
        if try destinations(property, keys).contains(where: { !contains($0) }) { throw BatchError.denied(property) }
      }
    }
  }

  /// The new ones among `keys`, by entity.
  private mutating func add(_ keys: [ObjectKey]) -> [Int: [Int64]] {
    var new: [Int: [Int64]] = [:]
    for key in keys where !contains(key) {
      rows[model.layouts[key.entityIndex].rootIndex][key.key] = key.entityIndex
      new[key.entityIndex, default: []].append(key.key)
    }
    return new
  }
}
