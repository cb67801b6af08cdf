import CoreDataEngine
import Foundation
import Testing

/// Cases from practice that concern values, and comparisons of values.
@Suite struct ValueCaseTests {
  /// C69: dates come back bit by bit, and are found.
  @Test(arguments: StoreKind.allCases) func dates(kind: StoreKind) throws {
    let first = try TestStore(kind)
    let context = first.context()
    var random = SystemRandomNumberGenerator()
    var dates: [Date] = [.distantPast, .distantFuture, Date(timeIntervalSince1970: 0)]
    dates.append(Date(timeIntervalSince1970: -2_208_988_800))
    while dates.count < 2_000 {
      dates.append(Date(timeIntervalSinceReferenceDate: .random(in: -4e9...4e9, using: &random)))
    }
    try context.performAndWait {
      for (index, date) in dates.enumerated() { _ = context.make("Person", ["name": "p", "age": index, "born": date]) }
      try context.save()
    }
    let other = try first.reopened().context()
    try other.performAndWait {
      let read = try other.all("Person", sortedBy: "age").compactMap { $0.value(forKey: "born") as? Date }
      #expect(
        read.map(\.timeIntervalSinceReferenceDate.bitPattern) == dates.map(\.timeIntervalSinceReferenceDate.bitPattern))
      for date in dates.prefix(60) {
        let next = Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.nextUp)
        let found = try other.all("Person", "born == %@", date)
        #expect(found.contains { $0.value(forKey: "born") as? Date == date })
        let below = try other.all("Person", "born >= %@ AND born < %@", date, next)
        #expect(Set(below) == Set(found), "\(date.timeIntervalSinceReferenceDate)")
      }
    }
  }

  /// C70: decimals are compared, sorted and summed as numbers.
  @Test(arguments: StoreKind.allCases) func decimals(kind: StoreKind) throws {
    let first = try TestStore(kind)
    let context = first.context()
    let texts = ["0.1", "3.33", "1123.563", "12345678901234567890.12", "-7", "20", "9", "0.00000000000000000001"]
    let numbers = texts.map { NSDecimalNumber(string: $0) }
    try context.performAndWait {
      let team = context.make("Team", ["name": "a"])
      for number in numbers { _ = context.make("Person", ["name": "p", "balance": number, "team": team]) }
      try context.save()
    }
    let other = try first.reopened().context()
    try other.performAndWait {
      let sorted = try other.all("Person", sortedBy: "balance").compactMap {
        $0.value(forKey: "balance") as? NSDecimalNumber
      }
      #expect(sorted == numbers.sorted { $0.compare($1) == .orderedAscending })
      for number in numbers {
        let found = try other.all("Person", "balance == %@", number).count
        #expect(found == 1, "\(number)")
        let below = try other.all("Person", "balance < %@", number).count
        #expect(below == numbers.count { $0.compare(number) == .orderedAscending }, "\(number)")
      }
      let team = try #require(try other.all("Team").first)
      let sum = (team.value(forKeyPath: "members.@sum.balance") as? NSNumber)?.doubleValue ?? 0
      #expect(abs(sum - 12_345_678_901_234_569_039.113) < 4_096)
    }
  }

  /// C73: texts are equal by their scalars; an empty one is not nil.
  @Test(arguments: StoreKind.allCases) func texts(kind: StoreKind) throws {
    let first = try TestStore(kind)
    let context = first.context()
    let texts = [
      "", "a\0b", "👨‍👩‍👧‍👦🇪🇪", "TÖL-AA 12", String(repeating: "long ", count: 200_000), "\u{301}", "e\u{301}", "é",
    ]
    try context.performAndWait {
      for (index, text) in texts.enumerated() { _ = context.make("Person", ["name": "p", "age": index, "nick": text]) }
      try context.save()
    }
    let other = try first.reopened().context()
    try other.performAndWait {
      let read = try other.all("Person", sortedBy: "age").map { $0.text("nick") ?? "nil" }
      #expect(read.map { Array($0.unicodeScalars) } == texts.map { Array($0.unicodeScalars) })
      let none = try other.all("Person", "nick == nil").count
      #expect(none == 0)
      for (index, text) in texts.enumerated() {
        let found = try other.all("Person", "nick == %@", text).compactMap { $0.number("age") }
        #expect(found.contains(index), "\(index)")
      }
      let folded = try other.all("Person", "nick BEGINSWITH[c] %@", "töl-aa").count
      #expect(folded == 1)
      let whole = try other.all("Person", "nick ENDSWITH[c] %@", "B").compactMap { $0.number("age") }
      #expect(whole == [1])
    }
  }

  /// C75: blobs of every size, whatever else of the object is saved.
  @Test(arguments: StoreKind.allCases, [false, true]) func blobs(kind: StoreKind, isExternal: Bool) throws {
    let model = CasesModel.make { $0.photo.allowsExternalBinaryDataStorage = isExternal }
    let first = try TestStore(kind, model: model)
    let context = first.context()
    let blobs = [0, 1_000, 1_000_000, 8_000_000].map { size in
      Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 + size) })
    }
    try context.performAndWait {
      let people = blobs.map { context.make("Person", ["name": "p", "age": $0.count, "photo": $0]) }
      try context.save()
      for round in 0..<3 {
        for person in people { person.setValue("round \(round)", forKey: "nick") }
        try context.save()
      }
      people[3].setValue(Data([1]), forKey: "photo")
      context.rollback()
      #expect(people.map { $0.value(forKey: "photo") as? Data } == blobs)
    }
    let again = try first.reopened()
    let other = again.context()
    try other.performAndWait {
      let people = try other.all("Person", sortedBy: "age")
      #expect(people.map { $0.value(forKey: "photo") as? Data } == blobs)
      for person in people { other.delete(person) }
      try other.save()
    }
    // No file is left over once the rows are gone.
    for store in again.coordinator.persistentStores { try again.coordinator.remove(store) }
    let names = try FileManager.default.subpathsOfDirectory(atPath: again.folder.url.path)
    let files = names.filter { name in
      var isFolder: ObjCBool = false
      let path = again.folder.url.appendingPathComponent(name).path
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
    }
    #expect(files == (StoreKind.lasting.contains(kind) ? [again.url?.lastPathComponent ?? ""] : []))
  }

  /// C61: attributes compared with attributes, across a relationship, with nil on either side, and in sums.
  @Test(arguments: StoreKind.allCases) func attributesAgainstAttributes(kind: StoreKind) throws {
    let model = CasesModel.make {
      $0.extraPersonProperties = [
        CasesModel.attribute("retired", .dateAttributeType), CasesModel.attribute("limit", .integer32AttributeType),
      ]
    }
    let store = try TestStore(kind, model: model)
    let context = store.context()
    try context.performAndWait {
      func date(_ day: Double?) -> Date? { day.map { Date(timeIntervalSinceReferenceDate: $0) } }
      let team = context.make("Team", ["name": "a"])
      let rows: [(String, Double?, Double?, Int?, Int?)] = [
        ("a", 1, 2, 1, 5), ("b", 3, 2, 5, 5), ("c", nil, 2, nil, 5), ("d", 1, nil, 9, nil), ("e", nil, nil, nil, nil),
      ]
      for (name, born, retired, age, limit) in rows {
        _ = context.make(
          "Person",
          [
            "name": name, "born": date(born), "retired": date(retired), "age": age, "limit": limit, "team": team,
          ])
      }
      let lead = try #require(context.insertedObjects.first { $0.text("name") == "b" })
      team.setValue(lead, forKey: "lead")
      try context.save()
      // In SQL nothing is equal to nil, as in every comparison of a fetch there.
      let isSQL = kind == .sqlite || kind == .sqliteInMemory
      let expected: [(String, [String])] = [
        ("born < retired", ["a"]), ("age == limit", isSQL ? ["b"] : ["b", "e"]), ("age < limit", ["a"]),
        ("age + 1 > limit", ["b"]),
        ("age * 2 + 3 <= limit", ["a"]), ("born < team.lead.born", ["a", "d"]),
        ("age >= team.lead.limit", ["b", "d"]),
      ]
      for (format, names) in expected {
        let found = try context.all("Person", format, sortedBy: "name").compactMap { $0.text("name") }
        #expect(found == names, "\(format)")
      }
    }
  }

  /// C66: a batch size changes no result, in roots and children, whatever others delete meanwhile.
  @Test(arguments: [StoreKind.sqlite, .memory]) func batchSizes(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let root = store.context()
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = root
    let grandchild = NSManagedObjectContext(.privateQueue)
    grandchild.parent = child
    try root.performAndWait {
      for index in 0..<2_000 { _ = root.make("Person", ["name": "\(index)", "age": index]) }
      try root.save()
      // Saved into the root only, by a child.
      try child.performAndWait {
        for index in 2_000..<2_010 { _ = child.make("Person", ["name": "\(index)", "age": index]) }
        try child.save()
      }
      for context in [root, child, grandchild] {
        try context.performAndWait {
          let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
          request.sortDescriptors = [NSSortDescriptor(key: "age", ascending: true)]
          request.fetchBatchSize = 50
          let people = try context.fetch(request)
          #expect(people.count == 2_010)
          #expect(people[1_000].number("age") == 1_000 && people[2_005].text("name") == "2005")
          #expect(people.map { $0.number("age") ?? -1 } == Array(0..<2_010))
        }
      }
    }
  }
}
