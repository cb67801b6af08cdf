/// How the objects of a child get the keys that a save of the root has given to their rows.
extension NSManagedObjectContext {
  /// Those of the root.
  var savedKeys: SavedKeys { parent?.savedKeys ?? ownSavedKeys }

  /// Notes permanent keys for the contexts below, as far as there are any.
  func noteSavedKeys(of objects: ContiguousArray<NSManagedObject>) {
    if children.isEmpty { return }
    children.removeAll { $0.context == nil }
    guard !children.isEmpty else {
      if parent == nil { ownSavedKeys.removeAll() }
      return
    }
    var entries: ContiguousArray<SavedKeys.Entry> = []
    for object in objects where object.key < 0 {
      guard let touched = object.touched else { continue }
      entries.append(
        SavedKeys.Entry(
          temporary: object.key, rootIndex: object.layout.rootIndex, key: touched.permanentKey,
          store: touched.assignedStore ?? object.storeIndex))
    }
    savedKeys.note(entries)
  }

  /// Renames the objects of a child that have got permanent keys since it was asked last.
  func takeOverSavedKeys() {
    guard parent != nil, let registry = existingRegistry else { return }
    let new = savedKeys.entries(after: knownSavedKeys)
    knownSavedKeys += new.count
    for entry in new {
      guard let object = registry.object(store: 0, root: entry.rootIndex, key: entry.temporary) else { continue }
      registry.rename(object, to: entry.key, store: entry.store)
    }
  }

  /// The object that a child has by a key that another context knows, or by the one it had before it was saved; nil for
  /// none.
  func renamedObject(_ key: Int64, root: Int, store: UInt16) -> NSManagedObject? {
    takeOverSavedKeys()
    if key < 0, let saved = savedKeys[key] { return registry.object(store: saved.store, root: root, key: saved.key) }
    return registry.object(store: store, root: root, key: key)
  }

  /// A key as it is now: rows of a child may have been packed when it was temporary.
  func present(_ key: ObjectKey) -> ObjectKey {
    guard key.key < 0, let saved = savedKeys[key.key] else { return key }
    return ObjectKey(entityIndex: key.entityIndex, key: saved.key)
  }

  func adopt(_ child: NSManagedObjectContext) {
    queue.sync {
      children.removeAll { $0.context == nil }
      children.append(WeakContext(context: child))
    }
    // It has no object yet that was named before.
    child.knownSavedKeys = savedKeys.count
  }
}
