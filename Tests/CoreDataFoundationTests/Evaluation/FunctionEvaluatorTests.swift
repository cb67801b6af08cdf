import Testing

@testable import CoreDataFoundation

@Suite struct FunctionEvaluatorTests {
  @Test(arguments: [
    ("sum({1, 2, 3.5})", 6.5), ("sum({})", 0), ("average({1, 2})", 1.5), ("min({3, 1, 2})", 1), ("max(3, 1, 2)", 3),
    ("count({1, nil, 2})", 2), ("median({5, 1, 3})", 3), ("median({4, 1, 3, 2})", 2.5),
    ("stddev({2, 4, 4, 4, 5, 5, 7, 9})", 2),
    ("sqrt(16)", 4), ("log(1000)", 3), ("ln(1)", 0), ("exp(0)", 1), ("abs(-5)", 5), ("abs(-1.5)", 1.5),
    ("ceiling(1.2)", 2),
    ("floor(-1.2)", -2), ("trunc(-1.7)", -1), ("add:to:(1, 2)", 3), ("from:subtract:(5, 2)", 3),
    ("multiply:by:(4, 2)", 8),
    ("divide:by:(9, 3)", 3), ("modulus:by:(9, 4)", 1), ("raise:toPower:(2, 3)", 8), ("2 ** -1", 0.5),
    ("onesComplement(5)", -6), ("bitwiseAnd:with:(6, 3)", 2), ("bitwiseOr:with:(6, 3)", 7),
    ("bitwiseXor:with:(6, 3)", 5),
    ("leftshift:by:(1, 4)", 16), ("rightshift:by:(16, 2)", 4), ("noindex(7)", 7), ("length('häß')", 3),
    ("CAST('12', 'NSNumber')", 12), ("10 - 2 - 3", 5), ("2 + 3 * 4", 14), ("-2 ** 2", 4), ("random(1)", 0),
    ("CAST('1.10', 'NSDecimalNumber') + 1", 2.1), ("trunc(CAST('-1.7', 'NSDecimalNumber'))", -1),
  ])
  func computes(format: String, expected: Double) throws {
    let result = try #require(try value(format))
    #expect(NumericValue(result)?.double == expected)
  }

  /// What has no value of the type is nil, and no trap.
  @Test(arguments: [
    "CAST(10 ** 400, 'NSDecimalNumber')", "CAST(-(10 ** 400), 'NSDecimalNumber')", "CAST('nan', 'NSDecimalNumber')",
    "CAST(10.0 ** 200, 'NSDecimalNumber')", "CAST(ln(-1), 'NSDecimalNumber')",
    "CAST(CAST('nan', 'NSDate'), 'NSString')",
    "CAST(CAST(sqrt(-1), 'NSDate'), 'NSString')",
  ])
  func castsWhatDoesNotFitToNil(format: String) throws {
    #expect(try value(format) == nil)
  }

  @Test func computesOtherKinds() throws {
    #expect(try value("uppercase('aß')") as? String == "ASS")
    #expect(try value("mode({1, 2, 2, 3, 3})") as? [Int] == [2, 3])
    #expect(try value("1 / 0") == nil)
    #expect(try value("1 + nil") == nil)
    #expect(try value("average({})") == nil)
    #expect(try value("{'a', 'b'}[LAST]") as? String == "b")
    #expect(abs((try value("now()") as? Date)?.timeIntervalSinceNow ?? 99) < 10)
    let random = try #require(try value("random()") as? Double)
    #expect((0..<1).contains(random))
    let berlin = ["latitude": 52.52, "longitude": 13.405]
    let paris = ["latitude": 48.8566, "longitude": 2.3522]
    let distance = try value("distanceToLocation:fromLocation:(%@, %@)", nil, berlin, paris) as? Double
    #expect(abs((distance ?? 0) - 877_000) < 2_000)
    #expect(throws: PredicateEvaluationError.self) {
      try PredicateEvaluator().value(of: .function("nonsense:", [.constant(1)]), nil)
    }
  }

  @Test func combinesSets() throws {
    let (left, right) = (NSExpression(forConstantValue: [1, 2]), NSExpression(forConstantValue: Set([2, 3])))
    func set(_ expression: NSExpression) -> Set<Int>? {
      (expression.expressionValue(with: nil, context: nil) as? Set<AnyHashable>).map {
        Set($0.compactMap { $0.base as? Int })
      }
    }
    #expect(set(NSExpression(forUnionSet: left, with: right)) == [1, 2, 3])
    #expect(set(NSExpression(forIntersectSet: left, with: right)) == [2])
    #expect(set(NSExpression(forMinusSet: left, with: right)) == [1])
    let decimals = NSExpression(forConstantValue: ["0.5", "0.50", "2"].map { NSDecimalNumber(string: $0) })
    let union = NSExpression(forUnionSet: decimals, with: left).expressionValue(with: nil, context: nil)
    #expect((union as? Set<AnyHashable>)?.count == 3)
    #expect(NSPredicate(format: "({'\u{e9}'} MINUS {'e\u{301}'}).@count == 1").evaluate(with: nil))
  }
}
