import Foundation
import Testing

@testable import CoreDataEngine

/// C70: figures of decimals have all of their digits, whatever the store.
@Suite struct DecimalFigureTests {
  /// The balances of the members of each team: in SQLite whole numbers, doubles and digits side by side.
  private static let balances: [(team: String, digits: [String?])] = [
    (
      "mixed",
      [
        "12345678901234567890.12", "12345678901234567890.125", "-98765432109876543210.987654321", "3", "0.1", nil, "-7",
      ]
    ),
    ("negative", ["-12345678901234567890.5", "-12345678901234567890.25", "-0.000000000000000000000001"]),
    ("nils", [nil, nil]),
    ("none", []),
    ("small", ["0.1", "0.2", "0.3", nil]),
    ("whole", ["9223372036854775807", "9223372036854775808", "-9223372036854775808", "9007199254740993"]),
    ("wide", ["99999999999999999999999999999999999999", "0.12345678901234567890123456789012345678"]),
  ]

  private static func values(_ digits: [String?]) -> [Decimal] {
    digits.compactMap { $0.flatMap { Decimal(string: $0) } }
  }

  private static let all = balances.flatMap { values($0.digits) }

  /// Sums without the values whose digits no decimal holds together.
  private static let summed = balances.filter { $0.team != "wide" }.flatMap { values($0.digits) }

  private static func filled(_ kind: StoreKind) throws -> Stage {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      for (name, digits) in balances {
        let team = context.make("Team", ["name": name])
        for (place, text) in digits.enumerated() {
          _ = context.make(
            "Person",
            [
              "name": "\(name)\(place)", "age": place, "team": team,
              "balance": text.map { NSDecimalNumber(string: $0) },
            ])
        }
      }
      try context.save()
    }
    return Stage(store)
  }

  /// A store and what is asked of it.
  private struct Stage {
    let store: TestStore
    let context: NSManagedObjectContext

    init(_ store: TestStore) {
      self.store = store
      context = store.context()
    }

    func dictionaries(
      _ entity: String, _ columns: [String: String], groupBy: String? = nil, having: String? = nil,
      predicate: String? = nil, sort: [NSSortDescriptor] = [], type: NSAttributeType = .undefinedAttributeType
    ) throws -> [NSDictionary] {
      let request = NSFetchRequest<NSDictionary>(entityName: entity)
      request.resultType = .dictionaryResultType
      request.propertiesToFetch =
        columns.map { name, format in
          let column = NSExpressionDescription()
          column.name = name
          column.expression = NSExpression(format: format)
          column.expressionResultType = type
          return column
        } + (groupBy.map { [$0] } ?? [])
      request.propertiesToGroupBy = groupBy.map { [$0] }
      request.havingPredicate = having.map { NSPredicate(format: $0) }
      request.predicate = predicate.map { NSPredicate(format: $0) }
      request.sortDescriptors = sort
      return try context.performAndWait { try context.fetch(request) }
    }

    func names(_ entity: String, _ format: String, _ arguments: Any...) throws -> [String] {
      try context.performAndWait {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = NSPredicate(format: format, argumentArray: arguments)
        return try context.fetch(request).compactMap { $0.text("name") }.sorted()
      }
    }
  }

  private static func decimal(_ value: Any?) -> Decimal? {
    if let number = value as? NSDecimalNumber { return number.decimalValue }
    return (value as? NSNumber).flatMap { Decimal(string: $0.stringValue) }
  }

  private static func sum(_ values: [Decimal]) -> Decimal { values.reduce(0, +) }

  private static func mean(_ values: [Decimal]) -> Decimal? {
    values.isEmpty ? nil : sum(values) / Decimal(values.count)
  }

  private static let figures = [
    "min": "min:(balance)", "max": "max:(balance)", "sum": "sum:(balance)", "mean": "average:(balance)",
  ]

  private func expect(_ row: NSDictionary?, _ values: [Decimal], _ comment: Comment) {
    guard let row else {
      Issue.record(comment)
      return
    }
    #expect(Self.decimal(row["min"]) == values.min(), comment)
    #expect(Self.decimal(row["max"]) == values.max(), comment)
    #expect(Self.decimal(row["sum"]) == Self.sum(values), comment)
    #expect(Self.decimal(row["mean"]) == Self.mean(values), comment)
  }

  // MARK: Tests

  @Test(arguments: StoreKind.allCases) func C70_figuresOfAllRows(kind: StoreKind) throws {
    let stage = try Self.filled(kind)
    let row = try stage.dictionaries("Person", Self.figures, predicate: "team.name != 'wide'").first
    expect(row, Self.summed, "all")
    let extremes = try stage.dictionaries("Person", ["min": "min:(balance)", "max": "max:(balance)"]).first
    #expect(Self.decimal(extremes?["max"]) == Decimal(string: "99999999999999999999999999999999999999"))
    #expect(Self.decimal(extremes?["min"]) == Decimal(string: "-98765432109876543210.987654321"))
    for (team, digits) in Self.balances {
      let row = try stage.dictionaries("Person", Self.figures, predicate: "team.name == '\(team)'").first
      expect(row, Self.values(digits), "\(team)")
    }
  }

  @Test(arguments: StoreKind.allCases) func C70_figuresOfGroups(kind: StoreKind) throws {
    let stage = try Self.filled(kind)
    let rows = try stage.dictionaries("Person", Self.figures, groupBy: "team.name")
    #expect(rows.count == Self.balances.count { !$0.digits.isEmpty })
    for row in rows {
      let team = row["team.name"] as? String
      let digits = try #require(Self.balances.first { $0.team == team }?.digits)
      expect(row, Self.values(digits), "\(team ?? "")")
    }
    for (having, teams) in [
      ("max:(balance) == CAST('12345678901234567890.125', 'NSDecimalNumber')", ["mixed"]),
      ("min:(balance) < CAST('-12345678901234567890.49', 'NSDecimalNumber')", ["mixed", "negative"]),
      ("max:(balance) > CAST('9223372036854775807', 'NSDecimalNumber')", ["mixed", "whole", "wide"]),
      ("sum:(balance) == CAST('0.6', 'NSDecimalNumber')", ["small"]),
      ("average:(balance) == CAST('0.2', 'NSDecimalNumber')", ["small"]), ("average:(balance) == 0.2", ["small"]),
    ] {
      let found = try stage.dictionaries("Person", Self.figures, groupBy: "team.name", having: having)
      #expect(found.compactMap { $0["team.name"] as? String }.sorted() == teams, "\(having)")
    }
    let sorted = try stage.dictionaries(
      "Person", Self.figures, groupBy: "team.name", sort: [NSSortDescriptor(key: "max", ascending: false)])
    #expect(
      sorted.compactMap { $0["team.name"] as? String } == [
        "wide", "mixed", "whole", "small", "negative", "nils",
      ])
  }

  @Test(arguments: StoreKind.allCases) func C70_figuresOfMembers(kind: StoreKind) throws {
    let stage = try Self.filled(kind)
    for (team, digits) in Self.balances {
      let values = Self.values(digits)
      func isFound(_ format: String, _ value: Decimal?) throws {
        let found = try stage.names("Team", "\(format) == %@", value.map { $0 as NSDecimalNumber } ?? NSNull())
        #expect(found == (values.isEmpty ? ["nils", "none"] : [team]), "\(team) \(format)")
      }
      try isFound("members.@max.balance", values.max())
      try isFound("max:(members.balance)", values.max())
      try isFound("members.@min.balance", values.min())
      try isFound("min:(members.balance)", values.min())
      try isFound("members.@sum.balance", Self.sum(values))
      try isFound("sum:(members.balance)", Self.sum(values))
      try isFound("members.@avg.balance", Self.mean(values))
      try isFound("average:(members.balance)", Self.mean(values))
    }
    #expect(try stage.names("Team", "members.@max.balance > 9223372036854775807") == ["mixed", "whole", "wide"])
    let largest = try #require(Decimal(string: "12345678901234567890.125"))
    #expect(try stage.names("Person", "team.members.@max.balance == %@", largest as NSDecimalNumber).count == 7)
  }

  @Test(arguments: StoreKind.allCases) func C70_figuresOfTheMembersOfAllRows(kind: StoreKind) throws {
    let stage = try Self.filled(kind)
    let columns = [
      "min": "min:(members.balance)", "max": "max:(members.balance)", "sum": "sum:(members.balance)",
      "mean": "average:(members.balance)",
    ]
    expect(try stage.dictionaries("Team", columns, predicate: "name != 'wide'").first, Self.summed, "all")
    expect(try stage.dictionaries("Team", columns, predicate: "name == 'none'").first, [], "none")
    expect(try stage.dictionaries("Team", columns, predicate: "FALSEPREDICATE").first, [], "nothing")
  }

  @Test(arguments: StoreKind.allCases) func C70_figuresOfWhatIsCalculated(kind: StoreKind) throws {
    let stage = try Self.filled(kind)
    let columns = [
      "min": "min:(balance * 2)", "max": "max:(balance - 1)", "sum": "sum:(balance) + 1", "mean": "max:(balance) * 2",
      "each": "sum:(TERNARY(balance > 0, balance, 0))",
    ]
    let row = try #require(try stage.dictionaries("Person", columns, predicate: "team.name == 'mixed'").first)
    #expect(Self.decimal(row["min"]) == Decimal(string: "-197530864219753086421.975308642"))
    #expect(Self.decimal(row["max"]) == Decimal(string: "12345678901234567889.125"))
    #expect(Self.decimal(row["sum"]) == Decimal(string: "-74074074307407407433.642654321"))
    #expect(Self.decimal(row["mean"]) == Decimal(string: "24691357802469135780.25"))
    #expect(Self.decimal(row["each"]) == Decimal(string: "24691357802469135783.345"))
  }

  /// Several values of one row: no aggregates.
  @Test(arguments: StoreKind.allCases) func C70_figuresSideBySide(kind: StoreKind) throws {
    let stage = try Self.filled(kind)
    #expect(try stage.names("Person", "max:(balance) == balance AND team.name == 'negative'").count == 3)
    let least = try #require(Decimal(string: "-98765432109876543210.987654321"))
    #expect(try stage.names("Person", "min:(balance, age) == %@", least as NSDecimalNumber) == ["mixed2"])
    let below = Self.balances.flatMap { _, digits in
      digits.enumerated().filter { place, text in
        text.flatMap { Decimal(string: $0) }.map { $0 <= Decimal(place) } ?? false
      }
    }
    #expect(try stage.names("Person", "min:(balance, age, score) == balance").count == below.count)
    let sum = try #require(Decimal(string: "12345678901234567891.125"))
    #expect(try stage.names("Person", "sum:(balance, age) == %@", sum as NSDecimalNumber) == ["mixed1"])
    #expect(
      try stage.names("Person", "balance != nil AND average:(balance, balance) == balance").count == Self.all.count)
    #expect(try stage.names("Person", "sum:(balance, 0.5) == 0.7") == ["small1"])
  }

  @Test(arguments: StoreKind.allCases) func C70_orderKeepsAllDigits(kind: StoreKind) throws {
    let stage = try Self.filled(kind)
    try stage.context.performAndWait {
      for ascending in [true, false] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.sortDescriptors = [NSSortDescriptor(key: "balance", ascending: ascending)]
        request.predicate = NSPredicate(format: "balance != nil")
        let found = try stage.context.fetch(request).compactMap { Self.decimal($0.value(forKey: "balance")) }
        #expect(found == (ascending ? Self.all.sorted() : Self.all.sorted(by: >)))
      }
    }
    let rows = try stage.dictionaries(
      "Person", ["twice": "balance * 2"], predicate: "team.name IN {'mixed', 'negative'} AND balance != nil",
      sort: [NSSortDescriptor(key: "twice", ascending: true)])
    let expected = Self.balances.prefix(2).flatMap { Self.values($0.digits) }.map { $0 * 2 }.sorted()
    #expect(rows.map { Self.decimal($0["twice"]) } == expected)
  }

  /// As a condition, and value by value.
  @Test(arguments: StoreKind.allCases) func C70_comparisonsKeepAllDigits(kind: StoreKind) throws {
    let stage = try Self.filled(kind)
    let numbers = Self.all.map { $0 as NSDecimalNumber }
    let filler = (0..<40).map { NSDecimalNumber(value: $0 + 100_000) }
    func check(_ format: String, _ argument: Any) throws {
      let predicate = NSPredicate(format: "balance != nil AND \(format)", argumentArray: [argument])
      let found = try stage.names("Person", "balance != nil AND \(format)", argument)
      let expected = try stage.context.performAndWait {
        try stage.context.all("Person").filter { predicate.evaluate(with: $0) }.compactMap { $0.text("name") }.sorted()
      }
      #expect(found == expected, "\(predicate)")
    }
    for number in numbers {
      for sign in ["==", "!=", "<", "<=", ">", ">="] {
        try check("balance \(sign) %@", number)
        try check("balance \(sign) %@", number.doubleValue)
      }
      for list in [[number], [number] + filler] as [[Any]] {
        try check("balance IN %@", list)
        try check("NOT (balance IN %@)", list)
      }
      for list in [[number.doubleValue, 3], [number.doubleValue, number] + filler] as [[Any]] {
        try check("balance IN %@", list)
        try check("NOT (balance IN %@)", list)
      }
      try check("age IN %@", [number, 1] as [Any])
      try check("balance IN team.members.balance AND %@ == balance", number)
      try check("balance BETWEEN %@", [number, NSDecimalNumber(string: "12345678901234567890.125")])
      try check("balance BETWEEN %@", [number.doubleValue, 12345678901234567890.12] as [Any])
      try check("age BETWEEN %@", [number, 3] as [Any])
    }
    try check("balance == %@", UInt64.max)
    try check("balance IN %@", [UInt64(1) << 63, 3] as [Any])
    let exactly = NSDecimalNumber(string: "12345678901234567890.12")
    #expect(try stage.names("Person", "balance == %@", exactly) == ["mixed0"])
    #expect(try stage.names("Person", "balance IN %@", [exactly] + filler) == ["mixed0"])
    #expect(try stage.names("Person", "balance BETWEEN %@", [exactly, exactly]) == ["mixed0"])
    #expect(try stage.names("Person", "balance == %@", UInt64(1) << 63) == ["whole1"])
  }

  /// A column that is asked for as a double has the one next to the decimal.
  @Test(arguments: [StoreKind.sqlite, .sqliteInMemory]) func C70_asADouble(kind: StoreKind) throws {
    let stage = try Self.filled(kind)
    let row = try stage.dictionaries(
      "Person", Self.figures, predicate: "team.name == 'mixed'", type: .doubleAttributeType
    ).first
    #expect(row?["max"] as? Double == 12345678901234567890.125)
    #expect(row?["sum"] as? Double == -74074074307407407434.642654321)
  }

  /// Sums of whole numbers beyond what a double holds, and of truth values.
  @Test(arguments: StoreKind.allCases) func C63_sumsOfWholeNumbersAreExact(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    let row = try context.performAndWait {
      let team = context.make("Team", ["name": "a"])
      for (place, badge) in [(1 << 53) + 1, 1 << 53, Int.max / 2].enumerated() {
        _ = context.make("Employee", ["name": "e\(place)", "badge": badge, "age": 1, "score": 0.5, "team": team])
      }
      try context.save()
      let request = NSFetchRequest<NSDictionary>(entityName: "Employee")
      request.resultType = .dictionaryResultType
      request.propertiesToFetch = ["sum:(badge)", "sum:(badge + 1)"].map { format in
        let column = NSExpressionDescription()
        (column.name, column.expression) = (format, NSExpression(format: format))
        return column
      }
      return try context.fetch(request).first
    }
    let sum = (1 << 54) + 1 + Int.max / 2
    #expect((row?["sum:(badge)"] as? NSNumber)?.intValue == sum)
    #expect((row?["sum:(badge + 1)"] as? NSNumber)?.intValue == sum + 3)
    let mixed = try Stage(store).dictionaries("Employee", ["each": "sum:(age, score)"])
    #expect(mixed.map { ($0["each"] as? NSNumber)?.doubleValue } == [1.5, 1.5, 1.5])
  }
}
