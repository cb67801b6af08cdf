import Testing

@testable import CoreDataFoundation

@Suite struct NSExpressionTests {
  private final class Doubler: NSExpression {
    init() { super.init(expressionType: .function) }

    override func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
      (object as? Int).map { $0 * 2 }
    }
  }

  @Test func answersItsParts() {
    #expect(NSExpression(forKeyPath: "a.b").expressionType == .keyPath)
    #expect(NSExpression(forKeyPath: "a.b").operand.expressionType == .evaluatedObject)
    #expect(NSExpression(forKeyPath: "SELF").expressionType == .evaluatedObject)
    #expect(NSExpression(forConstantValue: nil).constantValue == nil)
    #expect(NSExpression(forVariable: "x").variable == "x")
    let function = NSExpression(forFunction: "add:to:", arguments: [NSExpression(forConstantValue: 1), 2])
    #expect(function.function == "add:to:" && function.arguments?.count == 2)
    #expect(function.expressionValue(with: nil, context: nil) as? Int == 3)
    let aggregate = NSExpression(forAggregate: [NSExpression(forKeyPath: "a"), 5])
    #expect((aggregate.collection as? [NSExpression])?.count == 2)
    let subquery = NSExpression(
      forSubquery: NSExpression(forKeyPath: "m"), usingIteratorVariable: "x",
      predicate: NSPredicate(format: "$x.a == 1"))
    #expect(subquery.expressionType == .subquery && subquery.variable == "x")
    #expect(subquery.predicate == NSPredicate(format: "$x.a == 1"))
    let conditional = NSExpression(
      forConditional: NSPredicate(format: "a == 1"), trueExpression: NSExpression(forConstantValue: "y"),
      falseExpression: NSExpression(forConstantValue: "n"))
    #expect(conditional.expressionValue(with: ["a": 1], context: nil) as? String == "y")
    #expect(conditional.true.constantValue as? String == "y" && conditional.false.constantValue as? String == "n")
    #expect(NSExpression.expressionForEvaluatedObject().expressionValue(with: 5, context: nil) as? Int == 5)
    let union = NSExpression(forUnionSet: aggregate, with: aggregate)
    #expect(union.expressionType == .unionSet && union.left == aggregate && union.right == aggregate)
  }

  @Test func parsesFormats() {
    #expect(NSExpression(format: "price * %d", 2).expressionValue(with: ["price": 4], context: nil) as? Int == 8)
    #expect(NSExpression(format: "%K", argumentArray: ["a.b"]).keyPath == "a.b")
    #expect(withVaList([3]) { NSExpression(format: "%ld", arguments: $0) }.constantValue as? Int == 3)
    #expect(NSExpression(format: "$x + 1").expressionValue(with: nil, context: ["x": 2]) as? Int == 3)
  }

  @Test func asksSubclassesAndBlocks() throws {
    let doubler = Doubler()
    let predicate = NSComparisonPredicate(
      leftExpression: doubler, rightExpression: NSExpression(forConstantValue: 6), modifier: .direct, type: .equalTo)
    #expect(predicate.leftExpression === doubler)
    #expect(predicate.evaluate(with: 3) && !predicate.evaluate(with: 4))
    let block = NSExpression(
      block: { object, arguments, context in
        (object as? Int ?? 0) + (arguments[0] as? Int ?? 0) + (context?["y"] as? Int ?? 0)
      }, arguments: [NSExpression(forConstantValue: 10)])
    #expect(block.expressionType == .block)
    #expect(block.expressionValue(with: 1, context: ["y": 100]) as? Int == 111)
    let parsed = try PredicateTree(format: "%@ == 11", arguments: [block])
    #expect(try PredicateEvaluator().matches(parsed, 1))
  }

  @Test func comparesByMeaning() {
    #expect(NSExpression(format: "a + 1") == NSExpression(format: "a+1"))
    #expect(NSExpression(format: "a + 1").hash == NSExpression(format: "a+1").hash)
    #expect(NSExpression(format: "a + 1") != NSExpression(format: "a + 2"))
    #expect(NSExpression(forAggregate: [1, 2]) == NSExpression(forConstantValue: [1, 2]))
    #expect(NSExpression(format: "a + 1").description == "a + 1")
  }
}
