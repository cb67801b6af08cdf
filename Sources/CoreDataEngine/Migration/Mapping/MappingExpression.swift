/// The expressions that mappings are made of by themselves.
enum MappingExpression {
  static let entityMappingInstances = "destinationInstancesForEntityMappingNamed:sourceInstances:"
  static let relationshipInstances = "destinationInstancesForSourceRelationshipNamed:sourceInstances:"
  static let sourceInstances = "sourceInstancesForEntityMappingNamed:destinationInstances:"
  static let fetchRequest = "fetchRequestForSourceEntityNamed:predicateString:"

  /// `$source.path`
  static func source(_ keyPath: String) -> ExpressionTree {
    .keyPath(keyPath.split(separator: ".").map(String.init), of: .variable(NSMigrationSourceObjectKey))
  }

  /// The newer objects that an older relationship leads to.
  static func destinations(ofRelationship name: String) -> ExpressionTree {
    call(relationshipInstances, .constant(name), source(name))
  }

  /// The newer objects that a mapping has made of those at a key path.
  static func destinations(ofMapping name: String, at keyPath: String) -> ExpressionTree {
    call(entityMappingInstances, .constant(name), source(keyPath))
  }

  /// The request for all older objects of an entity.
  static func request(forEntity name: String) -> ExpressionTree {
    call(fetchRequest, .constant(name), .constant("TRUEPREDICATE"))
  }

  private static func call(_ method: String, _ arguments: ExpressionTree...) -> ExpressionTree {
    .function(PredicateFunction.call, [.variable(NSMigrationManagerKey), .constant(method)] + arguments)
  }
}
