/// Writes the declarations of a class, laid out as Xcode lays them out.
struct ClassWriter {
  let type: GeneratedClass

  /// The class without any property.
  var classDeclaration: String {
    "\(access)class \(type.spelledName): \(SwiftName.escaped(type.superclassName)) {}\n"
  }

  /// The extensions that hold the properties, the accessors and the conformance.
  var extensions: String {
    let properties = attributes + relationships + fetchedProperties
    var text = "extension \(type.spelledName) {\n"
    if !names.isEmpty {
      text += "  private enum ManagedProperties {\n" + names.map { "    \($0)\n" }.joined() + "  }\n\n"
    }
    text += """
        \(access)class func fetchRequest() -> NSFetchRequest<\(type.spelledName)> {
          NSFetchRequest<\(type.spelledName)>(entityName: \(SwiftName.literal(type.entity.name)))
        }

      """
    text += properties.map { "\n" + $0 }.joined() + "}\n"
    for relationship in type.entity.relationships where relationship.isToMany {
      text += "\n" + CollectionAccessors(relationship, of: type).declarations
    }
    if type.isRoot { text += "\nextension \(type.spelledName): Identifiable {}\n" }
    return text
  }

  private var access: String { type.accessLevel.prefix }

  private var names: [String] {
    type.entity.attributes.map { constant($0.name, PropertyType($0).text) }
      + type.entity.relationships.map { constant($0.name, type.typeText(of: $0)) }
  }

  private func constant(_ name: String, _ type: String) -> String {
    "static let \(SwiftName.escaped(name)) = ManagedProperty<\(type)>(\(SwiftName.literal(name)))"
  }

  private var attributes: [String] {
    type.entity.attributes.map { attribute in
      let type = PropertyType(attribute)
      return accessor(attribute.name, type: type.text, label: type.isTransformable ? "transformable: " : "")
    }
  }

  private var relationships: [String] {
    type.entity.relationships.map { accessor($0.name, type: type.typeText(of: $0), label: "") }
  }

  private func accessor(_ name: String, type: String, label: String) -> String {
    let place = "self[\(label)ManagedProperties.\(SwiftName.escaped(name))]"
    return """
        \(access)var \(SwiftName.escaped(name)): \(type) {
          get { \(place) }
          set { \(place) = newValue }
        }

      """
  }

  private var fetchedProperties: [String] {
    type.entity.fetchedProperties.map { fetched in
      let result = SwiftName.escaped(type.results[fetched.name] ?? "NSManagedObject")
      let name = SwiftName.escaped(fetched.name)
      return "  \(access)var \(name): [\(result)] { self[fetched: \(SwiftName.literal(fetched.name))] }\n"
    }
  }
}

extension GeneratedClass {
  func destination(of relationship: RelationshipRecord) -> String {
    SwiftName.escaped(destinations[relationship.name] ?? "NSManagedObject")
  }

  func typeText(of relationship: RelationshipRecord) -> String {
    guard relationship.isToMany else { return destination(of: relationship) + "?" }
    return relationship.isOrdered ? "NSOrderedSet?" : "NSSet?"
  }
}
