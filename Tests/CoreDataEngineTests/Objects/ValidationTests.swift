import CoreDataEngine
import Testing

@Suite struct ValidationTests {
  private func model() -> NSManagedObjectModel {
    CasesModel.make { parts in
      let age = parts.age
      age.setValidationPredicates(
        [NSPredicate(format: "SELF >= 0"), NSPredicate(format: "SELF <= 150")],
        withValidationWarnings: ["1620", "1610"])
      parts.nick.setValidationPredicates(
        [NSPredicate(format: "length <= 5"), NSPredicate(format: "SELF MATCHES '[a-z]*'")],
        withValidationWarnings: ["1660", "Only small letters, please"])
    }
  }

  @Test(arguments: StoreKind.allCases) func C76_everyProblemIsListed(kind: StoreKind) throws {
    let context = try TestStore(kind, model: model()).context()
    try context.performAndWait {
      let first = context.make("Person", ["age": 200])
      let second = context.make("Person", ["nick": "toolong", "age": -1])
      do {
        try context.save()
        Issue.record("Invalid objects were saved")
      } catch let error as CocoaError {
        #expect(error.code == .validationMultipleErrors)
        let details = try #require(error.userInfo[NSDetailedErrorsKey] as? [NSError])
        func codes(_ object: NSManagedObject) -> [Int] {
          details.filter { $0.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === object }.map(\.code).sorted()
        }
        #expect(codes(first) == [1570, 1610])
        #expect(codes(second) == [1570, 1620, 1660])
        #expect(details.allSatisfy { $0.userInfo[NSValidationKeyErrorKey] is String })
      }
      #expect(try context.all("Person").count == 2)
    }
  }

  @Test func theWarningIsTheMessage() throws {
    let context = try TestStore(.memory, model: model()).context()
    context.performAndWait {
      _ = context.make("Person", ["name": "p", "nick": "ABC"])
      let error = #expect(throws: CocoaError.self) { try context.save() }
      #expect(error?.localizedDescription == "Only small letters, please")
      #expect(error?.userInfo[NSValidationPredicateErrorKey] is NSPredicate)
    }
  }

  @Test(arguments: StoreKind.allCases) func C72_integersAtTheEdges(kind: StoreKind) throws {
    let store = try TestStore(
      kind,
      model: CasesModel.make { parts in
        parts.extraPersonProperties = [
          CasesModel.attribute("small", .integer16AttributeType),
          CasesModel.attribute("large", .integer64AttributeType),
        ]
      })
    let context = store.context()
    try context.performAndWait {
      let person = context.make("Person", ["name": "p", "small": Int16.min, "age": Int32.max, "large": Int64.min])
      try context.save()
      let misfits: [(String, Any, Int)] = [
        ("small", 32_768, 1610), ("small", -32_769, 1620), ("age", 2_147_483_648, 1610),
        ("large", NSNumber(value: UInt64.max), 1610), ("large", 1.5, 1550),
      ]
      for (key, value, code) in misfits {
        person.setValue(value, forKey: key)
        let error = #expect(throws: CocoaError.self) { try context.save() }
        #expect(error?.code.rawValue == code, "\(key) = \(value)")
        context.rollback()
      }
    }
    let other = store.context()
    try other.performAndWait {
      let person = try #require(try other.all("Person").first)
      #expect(person.value(forKey: "small") as? Int == Int(Int16.min))
      #expect(person.value(forKey: "age") as? Int == Int(Int32.max))
      #expect((person.value(forKey: "large") as? NSNumber)?.int64Value == Int64.min)
    }
  }

  @Test(arguments: StoreKind.allCases) func C71_extremeDoubles(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    let values = [Double.infinity, -.infinity, -0.0, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e-100]
    try context.performAndWait {
      for (index, value) in values.enumerated() {
        _ = context.make("Person", ["name": "p", "age": index, "score": value])
      }
      try context.save()
      let nan = context.make("Person", ["name": "nan", "score": Double.nan])
      let error = #expect(throws: CocoaError.self) { try context.save() }
      #expect(error?.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === nan)
    }
    let other = store.context()
    try other.performAndWait {
      let read = try other.all("Person", sortedBy: "age").compactMap { $0.value(forKey: "score") as? Double }
      // SQLite keeps whole numbers as integers, which have no negative zero.
      let isSQL = kind == .sqlite || kind == .sqliteInMemory
      let expected = isSQL ? values.map { $0 == 0 ? 0 : $0 } : values
      #expect(read.map(\.bitPattern) == expected.map(\.bitPattern))
    }
  }

  /// What a decimal or a date cannot be is refused at the save, whatever kind of number it comes as.
  @Test(arguments: StoreKind.allCases) func C71_infiniteDecimals(kind: StoreKind) throws {
    let context = try TestStore(kind).context()
    try context.performAndWait {
      let infinite: [Any] = [Double.infinity, -Float.infinity, NSNumber(value: Double.infinity), 1e300, Decimal.nan]
      for value in infinite {
        let person = context.make("Person", ["name": "infinite", "balance": value])
        #expect(throws: CocoaError.self, "\(value)") { try context.save() }
        #expect((person.value(forKey: "balance") as? NSDecimalNumber)?.decimalValue.isNaN == true)
        context.delete(person)
      }
      try context.save()
      #expect(try context.all("Person").isEmpty)
    }
  }
}
