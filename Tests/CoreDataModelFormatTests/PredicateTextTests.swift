import CoreDataModelFormat
import Foundation
import Testing

/// Predicates go through an archive: what comes out is their one spelling.
@Suite struct PredicateTextTests {
  private func compiled(_ text: String) throws -> PredicateText? {
    var model = SampleModels.library
    model.fetchRequests[0].predicate = .format(text)
    let data = try CompiledModelWriter().data(for: model)
    return try CompiledModelReader().document(from: data, name: "Library").fetchRequests[0].predicate
  }

  @Test(arguments: [
    ("a = YES && !(b <> 1)", "a == true AND NOT (b != 1)"),
    ("a == 1 OR b == 2 AND c == 3", "a == 1 OR (b == 2 AND c == 3)"),
    ("ANY items.name LIKE[c] 'x*'", "ANY items.name LIKE[c] \"x*\""),
    ("NONE tags == $T", "NOT (ANY tags == $T)"),
    ("x IN {1, -2.5, \"q\\\"\"}", "x IN {1, -2.5, \"q\\\"\"}"),
    ("items.@count > 3", "items.@count > 3"),
    ("items.@sum.price BETWEEN {1, 2}", "items.@sum.price BETWEEN {1, 2}"),
    ("SELF == nil", "SELF == nil"),
    ("#in == 1 AND #first.name == 2", "#in == 1 AND #first.name == 2"),
    ("$FETCH_SOURCE.a.b != x", "$FETCH_SOURCE.a.b != x"),
    ("(a + 2) * b >= c ** 2", "((a + 2) * b) >= (c ** 2)"),
    ("created < CAST(12.5, \"NSDate\")", "created < CAST(12.5, \"NSDate\")"),
    ("lowercase:(name) CONTAINS[cd] \"é\"", "lowercase:(name) CONTAINS[cd] \"é\""),
    ("TRUEPREDICATE", "TRUEPREDICATE"), ("((((a == 1))))", "a == 1"),
  ])
  func spelling(text: String, expected: String) throws {
    #expect(try compiled(text) == .format(expected))
    #expect(try compiled(expected) == .format(expected))
  }

  @Test(arguments: [
    "SUBQUERY(items, $x, $x.a == 1).@count > 0", "a ==", "a", "(a == 1", "a == %@", "a == 'x", "a == 1 b", "NOT 3",
    String(repeating: "(", count: 500) + "a == 1", "a LIKE[z] 'x'",
  ])
  func whatCannotBeCompiledNamesItsPlace(text: String) {
    let error = failure { _ = try compiled(text) }
    #expect(error?.kind == .invalidValue)
    #expect(error?.property == "byTitle")
    #expect(error?.reason.contains("cannot be compiled") == true)
  }
}
