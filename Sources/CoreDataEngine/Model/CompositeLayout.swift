/// What the engine knows of a composite attribute: the attributes at the ends of it, in order, and how their values lie in
/// one cell of a row.
final class CompositeLayout {
  struct Leaf {
    /// The names from the composite down.
    let path: [String]
    let kind: AttributeKind
    let attribute: NSAttributeDescription

    /// The path below the composite as predicates spell it.
    var name: String { path.joined(separator: ".") }
  }

  private indirect enum Part {
    case leaf(Int)
    case group([(name: String, part: Part)])
  }

  let name: String
  private(set) var leaves: [Leaf] = []
  private var root = Part.group([])

  /// Throws 134020 for an element that a composite cannot have.
  init(_ composite: NSCompositeAttributeDescription, of entity: String) throws {
    name = composite.name
    root = try part(composite, path: [], entity)
  }

  private func part(_ composite: NSCompositeAttributeDescription, path: [String], _ entity: String) throws -> Part {
    var parts: [(name: String, part: Part)] = []
    for element in composite.elements {
      func problem(_ what: String) -> NSError {
        ModelError.problem(
          "The element '\(element.name)' of the composite attribute '\(name)' of '\(entity)' \(what).", entity: entity,
          property: name)
      }
      if element.name.isEmpty { throw problem("has no name") }
      if parts.contains(where: { $0.name == element.name }) { throw problem("has the name of another") }
      guard path.count < 32 else { throw problem("lies too deep") }
      let path = path + [element.name]
      if let inner = element as? NSCompositeAttributeDescription {
        parts.append((element.name, try part(inner, path: path, entity)))
        continue
      }
      let kind = AttributeKind(element.attributeType)
      guard kind != .object, kind != .composite, !element.allowsExternalBinaryDataStorage,
        !(element is NSDerivedAttributeDescription)
      else { throw problem("is of a kind that composite attributes do not support") }
      parts.append((element.name, .leaf(leaves.count)))
      leaves.append(Leaf(path: path, kind: kind, attribute: element))
    }
    return .group(parts)
  }

  func leaf(at path: some Collection<String>) -> Int? { leaves.firstIndex { $0.path.elementsEqual(path) } }

  /// The values that the elements have by default, together.
  func defaultValue(of entity: String) throws -> Value {
    var values = [Value](repeating: .null, count: leaves.count)
    for (index, leaf) in leaves.enumerated() {
      guard let given = leaf.attribute.defaultValue else { continue }
      if let failure = take(given, .leaf(index), &values) {
        throw ModelError.problem(
          "A default value of the composite attribute '\(name)' of '\(entity)' does not fit: \(failure.text)",
          entity: entity, property: name)
      }
    }
    return packed(values)
  }

  // MARK: Dictionaries

  /// The values of the leaves in a dictionary that a program sets.
  func values(of dictionary: Any) -> Result<[Value], CoercionFailure> {
    var values = [Value](repeating: .null, count: leaves.count)
    return take(dictionary, root, &values).map { .failure($0) } ?? .success(values)
  }

  private func take(_ given: Any, _ part: Part, _ values: inout [Value]) -> CoercionFailure? {
    switch part {
    case .leaf(let index):
      let leaf = leaves[index]
      switch Value.coerced(given, to: leaf.kind, of: leaf.attribute) {
      case .success(.object(let object)):
        guard let object = object as? TransformableValue, leaf.kind == .transformable else {
          return CoercionFailure(text: "the value of \(leaf.name) does not fit its type: \(given)")
        }
        do {
          values[index] = .data(
            try TransformableCoding.data(from: object, of: leaf.attribute, named: "\(name).\(leaf.name)"))
        } catch {
          return CoercionFailure(text: "the value of \(leaf.name) cannot be archived: \(error)")
        }
      case .success(let value): values[index] = value
      case .failure(let failure): return CoercionFailure(text: "\(leaf.name): \(failure.text)")
      }
    case .group(let parts):
      if given is NSNull { return nil }
      guard let dictionary = CompositeLayout.entries(given) else {
        return CoercionFailure(text: "desired type = NSDictionary; given type = \(type(of: given)); value = \(given)")
      }
      for (key, value) in dictionary {
        guard let inner = parts.first(where: { $0.name == key })?.part else {
          return CoercionFailure(text: "the composite has no element '\(key)'")
        }
        if let failure = take(value, inner, &values) { return failure }
      }
    }
    return nil
  }

  private static func entries(_ value: Any) -> [String: Any]? {
    if let dictionary = value as? [String: Any] { return dictionary }
    if let dictionary = value as? [String: Any?] { return dictionary.compactMapValues { $0 } }
    guard let dictionary = value as? NSDictionary else { return nil }
    var entries: [String: Any] = [:]
    for key in dictionary.allKeys {
      guard let name = key as? String ?? (key as? NSString)?._bridgeToSwift() else { return nil }
      entries[name] = dictionary.object(forKey: key)
    }
    return entries
  }

  /// The dictionary that a program sees; elements without a value are not in it. nil when none has one.
  func dictionary(of values: [Value]) -> [String: Any]? { object(root, values) as? [String: Any] }

  private func object(_ part: Part, _ values: [Value]) -> Any? {
    switch part {
    case .leaf(let index): return object(of: values[index], leaves[index])
    case .group(let parts):
      var dictionary: [String: Any] = [:]
      for (name, part) in parts { if let value = object(part, values) { dictionary[name] = value } }
      return dictionary.isEmpty ? nil : dictionary
    }
  }

  func object(of value: Value, _ leaf: Leaf) -> Any? {
    if leaf.kind == .transformable, case .data(let data) = value {
      return TransformableCoding.object(from: data, of: leaf.attribute)?.value
    }
    return value.boxed(leaf.kind)
  }
}

extension EntityLayout {
  /// The element of a composite attribute that a dotted path names; nil for none.
  func compositeElement(at path: String) -> (property: PropertyLayout, composite: CompositeLayout, leaf: Int)? {
    guard path.contains(".") else { return nil }
    let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let property = property(named: keys[0]), let composite = property.composite,
      let leaf = composite.leaf(at: keys.dropFirst())
    else { return nil }
    return (property, composite, leaf)
  }
}

extension NSManagedObject {
  /// The present value of an element of a composite attribute.
  final func leafValue(_ element: (property: PropertyLayout, composite: CompositeLayout, leaf: Int)) -> Value {
    guard case .data(let data) = currentValue(element.property) else { return .null }
    return element.composite.values(in: data)?[element.leaf] ?? .null
  }
}
