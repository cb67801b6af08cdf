extension NSManagedObject {
  static func layout(of entity: NSEntityDescription, for context: NSManagedObjectContext?) -> EntityLayout {
    if let context {
      guard let layout = context.compiledModel.layout(of: entity) else {
        fatalError("The entity '\(entity.name ?? "")' is not in the model of \(context).")
      }
      return layout
    }
    if let layout = entity.layout { return layout }
    do {
      _ = try entity.managedObjectModel.compile()
    } catch {
      fatalError("The model of the entity '\(entity.name ?? "")' cannot be used: \(error)")
    }
    guard let layout = entity.layout else {
      fatalError("The entity '\(entity.name ?? "")' does not belong to a model.")
    }
    return layout
  }

  /// The context; an object without one traps with a message that says what was tried.
  func requireContext(_ what: StaticString) -> NSManagedObjectContext {
    guard let context = registry?.context, !state.contains(.gone) else {
      fatalError("\(objectDescription) belongs to no context any more: \(what)")
    }
    return context
  }

  var currentID: NSManagedObjectID {
    if let identifier { return identifier }
    guard let registry else {
      guard let model = touched?.model ?? (try? layout.entity.model?.compile()) else {
        fatalError("The model of an object of '\(layout.name)' is gone.")
      }
      key = TemporaryKey.next()
      let new = NSManagedObjectID(key: key, layout: layout, model: model, store: nil)
      identifier = new
      return new
    }
    let reference = key > 0 ? registry.context?.reference(ofStore: storeIndex) : nil
    let new = NSManagedObjectID(key: key, layout: layout, model: registry.model, store: reference)
    identifier = new
    return new
  }

  var objectKey: ObjectKey { ObjectKey(entityIndex: layout.index, key: key) }

  var objectDescription: String {
    let values = state.contains(.fault) ? "<fault>" : "\(changedProperties.isEmpty ? "" : "changed ")"
    return
      "<\(type(of: self)): \(layout.name) \(key == 0 ? "without context" : (identifier?.description ?? "key \(key)")) \(values)>"
  }

  func property(named name: String) -> PropertyLayout? { layout.property(named: name) }

  func relationship(named name: String) -> PropertyLayout {
    guard let property = property(named: name), property.isRelationship else {
      fatalError("The entity '\(layout.name)' has no relationship named '\(name)'.")
    }
    return property
  }

  func undefinedKey(_ key: String) -> Never {
    fatalError("the entity \(layout.name) is not key value coding-compliant for the key \"\(key)\".")
  }
}
