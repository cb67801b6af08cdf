import CoreDataSQLite
import Foundation

@testable import CoreDataEngine

/// A database in memory with the tables of `PeopleModel`, and the same objects as nodes.
final class QueryStore {
  let source: NSManagedObjectModel
  let model: CompiledModel
  let schema: SQLSchema
  let connection: Connection
  let planner: QueryPlanner
  private(set) var nodes: [String: [Node]] = [:]
  private var lastKeys: [Int: Int64] = [:]

  init() throws {
    source = PeopleModel.make()
    model = try source.compile()
    schema = try SQLSchema(model: model)
    connection = try Connection(.memory)
    try SQLFunctions.register(on: connection)
    for statement in try schema.definition() { try connection.execute(statement) }
    planner = QueryPlanner(schema: schema)
  }

  deinit {
    // Nodes refer to each other in circles.
    for node in nodes.values.joined() { node.values = [:] }
  }

  var runner: QueryRunner { QueryRunner(planner: planner, connection: connection) }

  func layout(_ name: String) -> EntityLayout { model.layout(named: name)! }

  func id(_ node: Node) -> NSManagedObjectID {
    NSManagedObjectID(key: node.key, layout: node.layout, model: model, store: nil)
  }

  @discardableResult
  func insert(_ name: String, _ values: [String: Any] = [:]) -> Node {
    let layout = layout(name)
    let key = (lastKeys[layout.rootIndex] ?? 0) + 1
    lastKeys[layout.rootIndex] = key
    let node = Node(layout, key)
    for (key, value) in values {
      node.values[key] = value
      guard let inverse = layout.property(named: key)?.inverse else { continue }
      for other in (value as? [Node]) ?? [value as! Node] {  // Relationships hold nodes.
        if inverse.isToMany {
          other.values[inverse.name] = (other.values[inverse.name] as? [Node] ?? []) + [node]
        } else {
          other.values[inverse.name] = node
        }
      }
    }
    nodes[name, default: []].append(node)
    return node
  }

  /// Writes all nodes to the tables.
  func write() throws {
    try connection.execute("BEGIN")
    for node in nodes.values.joined() { try write(node) }
    for statement in pending { try connection.execute(statement) }
    pending = []
    try connection.execute("COMMIT")
  }

  private func write(_ node: Node) throws {
    let entity = schema.entity(node.layout)
    var columns = ["Z_PK", "Z_ENT", "Z_OPT"]
    var values: [SQLValue] = [.integer(node.key), .integer(Int64(entity.number)), .integer(1)]
    for property in node.layout.properties {
      guard let value = node.values[property.name] else { continue }
      switch entity.placements[property.slot] {
      case .attribute(let column):
        columns.append(column.sql)
        values.append(try stored(value, property))
      case .toOne(let place):
        let other = value as! Node  // As above.
        columns.append(place.column.sql)
        values.append(.integer(other.key))
        if let column = place.entity {
          columns.append(column.sql)
          values.append(.integer(Int64(schema.entity(other.layout).number)))
        }
      case .manyToMany(let join) where property.name == "tags":
        for other in value as? [Node] ?? [] {
          try connection.execute(
            "INSERT INTO \(join.table) (\(join.owner), \(join.destination)) VALUES (\(node.key), \(other.key))")
        }
      case .inverseless(let column):
        for other in value as? [Node] ?? [] {
          pending.append(
            "UPDATE \(schema.entity(other.layout).table) SET \(column) = \(node.key) WHERE Z_PK = \(other.key)")
        }
      case .none, .composite, .oneToMany, .manyToMany: break
      }
    }
    let marks = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    let statement = try connection.prepare(
      "INSERT INTO \(entity.table) (\(columns.joined(separator: ", "))) VALUES (\(marks))")
    for (index, value) in values.enumerated() { value.bind(to: statement, at: Int32(index + 1)) }
    try statement.run()
  }

  /// Updates that need rows which may not be there yet.
  private var pending: [String] = []

  private func stored(_ value: Any, _ property: PropertyLayout) throws -> SQLValue {
    let type = SQLType(property.attributeKind!)
    // Transformable values are data here.
    guard let encoding = type.memberEncoding else { return .blob(value as! Data) }
    return try ConstantEncoder(schema: schema).value(value, encoding)
  }

  // MARK: Asking

  func query(_ entity: String, _ format: String? = nil, _ arguments: [Any?] = []) throws -> RowQuery {
    var query = RowQuery(layout(entity))
    query.predicate = try format.map { try PredicateTree(format: $0, arguments: arguments) }
    return query
  }

  func keys(_ entity: String, _ format: String, _ arguments: Any?...) throws -> [Int64] {
    try runner.keys(try query(entity, format, arguments)).map(\.key).sorted()
  }

  /// The condition of the statement, joins before it included.
  func text(_ entity: String, _ format: String, _ arguments: Any?...) throws -> String {
    let text = try planner.statement(try query(entity, format, arguments), .keys).query.text
    return text.replacing("SELECT t0.Z_ENT, t0.Z_PK FROM \(schema.entity(layout(entity)).table) t0 ", with: "")
  }

  func plan(_ sql: SQLQuery) throws -> String {
    let statement = try connection.prepare("EXPLAIN QUERY PLAN " + sql.text)
    for (index, value) in sql.values.enumerated() { value.bind(to: statement, at: Int32(index + 1)) }
    var lines: [String] = []
    while try statement.step() { lines.append(statement.string(3) ?? "") }
    return lines.joined(separator: "\n")
  }
}
