/// The methods that change a to-many relationship, named as Xcode names them.
struct CollectionAccessors {
  private let name: String
  private let isOrdered: Bool
  private let member: String
  private let className: String
  private let access: String
  private let property: String
  /// Methods that are there already.
  private let present: Set<String>

  init(_ relationship: RelationshipRecord, of type: GeneratedClass) {
    self.init(
      name: relationship.name, isOrdered: relationship.isOrdered, member: type.destination(of: relationship),
      className: type.spelledName, access: type.accessLevel.prefix)
  }

  init(name: String, isOrdered: Bool, member: String, className: String, access: String, present: Set<String> = []) {
    self.name = name
    self.isOrdered = isOrdered
    self.member = member
    self.className = className
    self.access = access
    self.present = present
    property = "ManagedProperties.\(SwiftName.escaped(name))"
  }

  var declarations: String {
    "// MARK: Generated accessors for \(name)\nextension \(className) {\n"
      + methods.map { "  \(access)func \($0)\n" }.joined() + "}\n"
  }

  var isEmpty: Bool { methods.isEmpty }

  private var methods: [String] {
    ((isOrdered ? ordered : []) + unordered).filter { !present.contains(String($0.prefix { $0 != "(" })) }
  }

  private var unordered: [String] {
    let stem = SwiftName.capitalized(name)
    let set = isOrdered ? "NSOrderedSet" : "NSSet"
    return [
      "addTo\(stem)(_ value: \(member)) { add(value, to: \(property)) }",
      "removeFrom\(stem)(_ value: \(member)) { remove(value, from: \(property)) }",
      "addTo\(stem)(_ values: \(set)) { add(values, to: \(property)) }",
      "removeFrom\(stem)(_ values: \(set)) { remove(values, from: \(property)) }",
    ]
  }

  private var ordered: [String] {
    let stem = SwiftName.capitalized(name)
    return [
      "insertInto\(stem)(_ value: \(member), at idx: Int) { insert(value, into: \(property), at: idx) }",
      "removeFrom\(stem)(at idx: Int) { remove(at: idx, from: \(property)) }",
      "insertInto\(stem)(_ values: [\(member)], at indexes: NSIndexSet) "
        + "{ insert(values, into: \(property), at: indexes) }",
      "removeFrom\(stem)(at indexes: NSIndexSet) { remove(at: indexes, from: \(property)) }",
      "replace\(stem)(at idx: Int, with value: \(member)) { replace(at: idx, with: value, in: \(property)) }",
      "replace\(stem)(at indexes: NSIndexSet, with values: [\(member)]) "
        + "{ replace(at: indexes, with: values, in: \(property)) }",
    ]
  }
}
