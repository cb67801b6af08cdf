/// A model with its objects, as plain values: what stores are filled from, and what the naive evaluator reads.
struct World {
  struct Relationship {
    var name: String
    /// The place of the destination among the entities.
    var destination: Int
    var isToMany: Bool
    /// The name of the inverse; nil for none.
    var inverse: String?
  }

  struct Entity {
    var name: String
    /// The place of the parent among the entities; nil for a root.
    var parent: Int?
    /// Without the parent's.
    var attributes: [(name: String, kind: SampleKind)]
    var relationships: [Relationship] = []
  }

  struct Object {
    var entity: Int
    var values: [String: Sample] = [:]
    /// Destinations by their places among the objects.
    var one: [String: Int] = [:]
    var many: [String: [Int]] = [:]
  }

  var entities: [Entity]
  var objects: [Object]

  func attributes(of entity: Int) -> [(name: String, kind: SampleKind)] {
    entities[entity].attributes + (entities[entity].parent.map(attributes) ?? [])
  }

  func relationships(of entity: Int) -> [Relationship] {
    entities[entity].relationships + (entities[entity].parent.map(relationships) ?? [])
  }

  func isKind(_ entity: Int, of other: Int) -> Bool {
    entity == other || entities[entity].parent.map { isKind($0, of: other) } ?? false
  }

  /// The objects of an entity and its sub-entities.
  func members(of entity: Int) -> [Int] {
    objects.indices.filter { isKind(objects[$0].entity, of: entity) }
  }

  /// The world without links from objects before a place to others: what is saved does not know what is not, just as a
  /// store does not know what a context has changed in the destinations of an object.
  func split(at place: Int) -> World {
    var world = self
    for index in objects.indices {
      func isNear(_ other: Int) -> Bool { (index < place) == (other < place) }
      world.objects[index].one = objects[index].one.filter { isNear($0.value) }
      world.objects[index].many = objects[index].many.mapValues { $0.filter(isNear) }
    }
    return world
  }
}
