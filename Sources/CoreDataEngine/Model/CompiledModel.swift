/// A model as the engine uses it: frozen, checked, and numbered as Apple numbers entities.
///
/// It does not retain the model, which retains it.
///
/// @unchecked Sendable: immutable after `init`, but for the class of an entity, which has its own lock.
final class CompiledModel: @unchecked Sendable {
  /// In Apple's numbering order; `layouts[i].index == i`.
  let layouts: [EntityLayout]
  let rootCount: Int
  private let byName: [String: EntityLayout]
  private let byClass = Lock([ObjectIdentifier: EntityLayout]())

  init(_ model: NSManagedObjectModel) throws {
    var builder = Builder()
    let roots = model.entities.filter { $0.superentity == nil }
    for (rootIndex, root) in CompiledModel.ordered(roots).enumerated() {
      try builder.add(root, rootIndex: rootIndex, superlayout: nil)
    }
    layouts = builder.layouts
    rootCount = roots.count
    var table: [String: EntityLayout] = [:]
    for layout in layouts {
      guard !layout.name.isEmpty else { throw ModelError.problem("An entity has no name.", entity: nil) }
      guard table.updateValue(layout, forKey: layout.name) == nil else {
        throw ModelError.problem("The model has two entities named '\(layout.name)'.", entity: layout.name)
      }
    }
    byName = table
    guard layouts.count == model.entities.count else {
      throw ModelError.problem("The inheritance of the model's entities runs in a circle.", entity: nil)
    }
    for layout in layouts { try layout.connectRelationships(in: table) }
    for layout in layouts {
      layout.closeProperties()
      layout.entity.layout = layout
    }
  }

  /// Apple's order: by name without case.
  static func ordered(_ entities: [NSEntityDescription]) -> [NSEntityDescription] {
    entities.sorted {
      let (a, b) = ($0.name ?? "", $1.name ?? "")
      let order = a.caseInsensitiveCompare(b)
      return order == .orderedSame ? a < b : order == .orderedAscending
    }
  }

  func layout(named name: String) -> EntityLayout? { byName[name] }

  /// The layout of a description: of this model's own, or of the same name in a copy of the model.
  func layout(of entity: NSEntityDescription) -> EntityLayout? {
    if let layout = entity.layout, layout.index < layouts.count, layouts[layout.index] === layout { return layout }
    return entity.name.flatMap { byName[$0] }
  }

  /// The entity whose objects are of class `type`; several entities may share a class, then the topmost.
  func layout(forClass type: NSManagedObject.Type) -> EntityLayout? {
    let identity = ObjectIdentifier(type)
    if let known = byClass.withLock({ $0[identity] }) { return known }
    for layout in layouts {
      layout.adopt(type)
      guard layout.objectClass == type else { continue }
      byClass.withLock { $0[identity] = layout }
      return layout
    }
    return nil
  }

  private struct Builder {
    var layouts: [EntityLayout] = []
    let modules = ClassModules()

    mutating func add(_ entity: NSEntityDescription, rootIndex: Int, superlayout: EntityLayout?) throws {
      let layout = EntityLayout(
        entity, index: layouts.count, rootIndex: rootIndex, superlayout: superlayout, modules: modules)
      try layout.appendOwnProperties()
      layouts.append(layout)
      for child in CompiledModel.ordered(entity.subentities) {
        try add(child, rootIndex: rootIndex, superlayout: layout)
      }
      layout.close(lastDescendant: layouts.count - 1)
    }
  }
}
