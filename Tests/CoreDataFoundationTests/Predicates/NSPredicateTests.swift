import Testing

@testable import CoreDataFoundation

@Suite struct NSPredicateTests {
  @Test func makesTheClassesOfApple() throws {
    let comparison = try #require(NSPredicate(format: "a.b >=[cd] 5") as? NSComparisonPredicate)
    #expect(comparison.leftExpression.keyPath == "a.b")
    #expect(comparison.rightExpression.constantValue as? Int == 5)
    #expect(comparison.predicateOperatorType == .greaterThanOrEqualTo)
    #expect(comparison.comparisonPredicateModifier == .direct)
    #expect(comparison.options == [.caseInsensitive, .diacriticInsensitive])
    #expect(comparison.predicateFormat == "a.b >=[cd] 5")
    let compound = try #require(NSPredicate(format: "a == 1 OR NOT b == 2") as? NSCompoundPredicate)
    #expect(compound.compoundPredicateType == .or)
    #expect(compound.subpredicates.count == 2)
    #expect((compound.subpredicates[1] as? NSCompoundPredicate)?.compoundPredicateType == .not)
    #expect(NSPredicate(format: "TRUEPREDICATE").evaluate(with: nil))
  }

  @Test func readsEveryPlaceholder() throws {
    let predicate = NSPredicate(
      format: "%K == %d AND a == %i AND a == %u AND a == %ld AND a == %lu AND a == %lld AND a == %llu AND a == %f "
        + "AND a == %g AND a == %x AND a == %c AND a == %s AND a == %@", "k.l", 1, Int32(2), UInt32(3), 4, UInt(5),
      Int64(6),
      UInt64(7), 8.5, Float(9), 10, 11, "twelve", NSNumber(value: 13))
    let expected =
      "k.l == 1 AND a == 2 AND a == 3 AND a == 4 AND a == 5 AND a == 6 AND a == 7 AND a == 8.5 AND a == 9.0 AND a == 10 "
      + "AND a == 11 AND a == \"twelve\" AND a == 13"
    #expect(predicate.tree.format == expected)
    #expect(NSPredicate(format: "a == %2$@ AND b == %1$@", 1, 2).tree.format == "a == 2 AND b == 1")
    #expect(NSPredicate(format: "a == %@ AND b == '%@'", 1).tree.format == "a == 1 AND b == \"%@\"")
    #expect(NSPredicate(format: "a == %@", argumentArray: [NSNull()]).tree.format == "a == nil")
    #expect(NSPredicate(format: "a == 1", argumentArray: nil).tree.format == "a == 1")
    #expect(NSPredicate(format: "a == %@", nil).tree.format == "a == nil")
    #expect(NSPredicate(format: "%K.%K.@count == 1", "a.b", "c").tree.format == "a.b.c.@count == 1")
  }

  @Test func readsCArgumentLists() {
    let (date, id) = (Date(timeIntervalSinceReferenceDate: 5), UUID())
    let object = TestObject()
    let arguments: [any CVarArg] = [
      "key", -7, Int32(-8), 2.5, "text", date, id, [1, 2], Set(["x"]), object, NSNumber(value: 3), UInt64.max,
      Data([1]),
      URL(string: "a:b")!, Decimal(4), ["k": "v"],
    ]
    let format =
      "%K == %ld AND a == %d AND a == %f AND a == %@ AND a == %@ AND a == %@ AND a == %@ AND a == %@ AND a == %@ "
      + "AND a == %@ AND a == %llu AND a == %@ AND a == %@ AND a == %@ AND a == %@"
    let fromList = withVaList(arguments) { NSPredicate(format: format, arguments: $0) }
    #expect(fromList.isEqual(NSPredicate(format: format, argumentArray: arguments)))
    let cast = NSPredicate(format: "a == %@ AND b == %@", date as CVarArg, [1, 2] as CVarArg)
    #expect(cast.tree == NSPredicate(format: "a == %@ AND b == %@", date, [1, 2]).tree)
  }

  @Test func copiesAndCompares() throws {
    for format in ["a == 1", "a == 1 AND b == 2", "NOT a == 1", "a IN {1, 2}"] {
      let (first, second) = (NSPredicate(format: format), NSPredicate(format: format))
      #expect(first.isEqual(second) && first == second && first.hash == second.hash)
      let copy = try #require(first.copy() as? NSPredicate)
      #expect(copy.tree.format == first.tree.format)
      #expect(!first.isEqual(NSPredicate(format: "a == 2")) && !first.isEqual(nil))
    }
    #expect(NSPredicate(format: "a == 1") == NSPredicate(format: "a == %@", NSNumber(value: 1.0)))
  }

  @Test func knowsTheTreeOfAnyPredicate() {
    let parts = [NSPredicate(format: "a == 1"), NSPredicate(value: true), NSPredicate(value: false)]
    #expect(
      NSCompoundPredicate(andPredicateWithSubpredicates: parts).tree.format
        == "a == 1 AND TRUEPREDICATE AND FALSEPREDICATE")
    #expect(NSCompoundPredicate(notPredicateWithSubpredicate: parts[0]).tree.format == "NOT a == 1")
    #expect(NSCompoundPredicate(orPredicateWithSubpredicates: []).tree.format == "FALSEPREDICATE")
    let block = NSPredicate { object, _ in object as? Int == 1 }
    guard case .opaque(let same) = block.tree else {
      Issue.record("a block is not opaque")
      return
    }
    #expect(same === block)
    let mixed = NSCompoundPredicate(andPredicateWithSubpredicates: [block, NSPredicate(format: "SELF == 1")])
    #expect(mixed.evaluate(with: 1) && !mixed.evaluate(with: 2))
  }

  @Test func buildsComparisonsOfExpressions() {
    let predicate = NSComparisonPredicate(
      leftExpression: NSExpression(forKeyPath: "a"), rightExpression: NSExpression(forConstantValue: NSNull()),
      modifier: .any,
      type: .notEqualTo)
    #expect(predicate.predicateFormat == "ANY a != nil")
    #expect(predicate.evaluate(with: ["a": [1]]))
  }

  @Test func trapsOnAWrongFormat() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = NSPredicate(format: "a ==")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("expected an expression at position 4, found the end"))
  }

  @Test func trapsOnASubclass() async {
    await #expect(processExitsWith: .failure) {
      final class Own: NSPredicate {}
      _ = Own(format: "a == 1")
    }
  }
}
