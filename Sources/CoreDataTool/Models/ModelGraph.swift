import CoreDataModelFormat

/// A model as boxes and lines: a relationship and its inverse are one line.
struct ModelGraph {
  struct Box {
    var name: String
    var isAbstract: Bool
    var parent: String?
    var attributes: [(name: String, type: String, isOptional: Bool)]
  }

  struct Line {
    var from: String
    var to: String
    var label: String
    /// Whether there may be many at this end.
    var manyAtFrom: Bool
    var manyAtTo: Bool
    /// Whether it leads from an entity to its parent.
    var isParent = false
  }

  let name: String
  let boxes: [Box]
  let lines: [Line]

  /// The relationships, and a line from each entity to its parent.
  var allLines: [Line] {
    let names = Set(boxes.map(\.name))
    return lines
      + boxes.compactMap { box in
        guard let parent = box.parent, names.contains(parent) else { return nil }
        return Line(from: box.name, to: parent, label: "", manyAtFrom: false, manyAtTo: false, isParent: true)
      }
  }

  init(_ document: ModelDocument) {
    name = document.name
    let entities = document.entities.sorted { $0.name < $1.name }
    boxes = entities.map { entity in
      Box(
        name: entity.name, isAbstract: entity.isAbstract, parent: entity.parentName,
        attributes: entity.attributes.map { ($0.name, $0.type.sourceName ?? "Undefined", $0.isOptional) })
    }
    let known = Set(entities.map(\.name))
    var drawn = Set<[String]>()
    var lines: [Line] = []
    for entity in entities {
      for relationship in entity.relationships where known.contains(relationship.destinationEntityName) {
        let destination = relationship.destinationEntityName
        let own = [entity.name, relationship.name]
        guard !drawn.contains(own) else { continue }
        drawn.insert(own)
        var label = relationship.name
        var manyAtFrom = false
        if let inverseName = relationship.inverseName {
          let owner = relationship.inverseEntityName ?? destination
          drawn.insert([owner, inverseName])
          if own != [owner, inverseName] { label += " / " + inverseName }
          let inverse = document.entity(named: owner)?.relationships.first { $0.name == inverseName }
          manyAtFrom = inverse?.isToMany ?? false
        }
        lines.append(
          Line(
            from: entity.name, to: destination, label: label, manyAtFrom: manyAtFrom,
            manyAtTo: relationship.isToMany))
      }
    }
    self.lines = lines
  }
}
