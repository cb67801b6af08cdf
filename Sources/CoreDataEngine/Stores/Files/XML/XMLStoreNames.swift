/// How entities and properties are called in an XML store: entities in upper case, properties in lower case, as Apple
/// writes them. Names that would fall together are kept as they are.
struct XMLStoreNames {
  private var entityNames: [String: String] = [:]
  private var layouts: [String: EntityLayout] = [:]
  private var propertyNames: [[String]] = []
  private var properties: [[String: PropertyLayout]] = []

  init(_ model: CompiledModel) {
    let folded = Dictionary(grouping: model.layouts, by: { $0.name.uppercased() })
    for layout in model.layouts {
      let upper = layout.name.uppercased()
      let name = folded[upper]?.count == 1 ? upper : layout.name
      entityNames[layout.name] = name
      layouts[name] = layout
      let lowered = Dictionary(grouping: layout.properties, by: { $0.name.lowercased() })
      let names = layout.properties.map {
        lowered[$0.name.lowercased()]?.count == 1 ? $0.name.lowercased() : $0.name
      }
      propertyNames.append(names)
      properties.append(Dictionary(zip(names, layout.properties), uniquingKeysWith: { first, _ in first }))
    }
  }

  func name(of layout: EntityLayout) -> String { entityNames[layout.name] ?? layout.name }

  func name(of property: PropertyLayout, in layout: EntityLayout) -> String {
    propertyNames[layout.index][property.slot]
  }

  func layout(named name: String) -> EntityLayout? { layouts[name] }

  func property(named name: String, in layout: EntityLayout) -> PropertyLayout? { properties[layout.index][name] }
}
