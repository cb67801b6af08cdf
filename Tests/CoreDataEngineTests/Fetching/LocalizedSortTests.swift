import CoreDataFoundation
import Foundation
import Testing

@testable import CoreDataEngine

/// Sorting text by language: in SQL where the store has it, in memory otherwise, and alike in both.
@Suite struct LocalizedSortTests {
  private static let names: [String?] = ["b10", "B9", "a", "Ä", "é", "e", "E", nil, "z", "ß", "10", "9", "Zürich"]

  private func store(_ kind: StoreKind) throws -> (TestStore, NSManagedObjectContext) {
    let store = try TestStore(
      kind, model: CasesModel.make { $0.person.managedObjectClassName = "CoreDataEngineTests.SortedPerson" })
    let context = store.context()
    try context.performAndWait {
      for (index, name) in Self.names.enumerated() {
        _ = context.make("Person", ["name": "p\(index)", "nick": name, "age": index])
      }
      try context.save()
    }
    return (store, context)
  }

  private func nicks(_ context: NSManagedObjectContext, _ descriptor: NSSortDescriptor) throws -> [String?] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.sortDescriptors = [descriptor, NSSortDescriptor(key: "nick", ascending: true)]
    return try context.fetch(request).map { $0.text("nick") }
  }

  private func sorted(_ names: [String?], _ order: TextOrder, ascending: Bool) -> [String?] {
    let forward = names.sorted { left, right in
      guard let left, let right else { return left == nil && right != nil }
      let result = order.compare(left, right)
      return result == (ascending ? .orderedAscending : .orderedDescending)
        || result == .orderedSame && left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
    }
    return ascending ? forward : forward.filter { $0 != nil } + forward.filter { $0 == nil }
  }

  @Test(arguments: StoreKind.allCases, TextOrder.allCases)
  func fetchesAreSortedBySelectors(kind: StoreKind, order: TextOrder) throws {
    let (store, context) = try store(kind)
    try context.performAndWait {
      for ascending in [true, false] {
        let descriptor = NSSortDescriptor(
          key: "nick", ascending: ascending, selector: NSSelectorFromString(order.rawValue))
        let found = try nicks(context, descriptor)
        #expect(found == sorted(Self.names, order, ascending: ascending))
        // An unsaved object takes its place among the saved ones.
        let fresh = context.make("Person", ["name": "new", "nick": "Bb"])
        #expect(try nicks(context, descriptor) == sorted(Self.names + ["Bb"], order, ascending: ascending))
        context.delete(fresh)
        context.processPendingChanges()
      }
    }
    withExtendedLifetime(store) {}
  }

  @Test(arguments: StoreKind.allCases) func swiftDescriptorsSortAsOnApplesPlatforms(kind: StoreKind) throws {
    let (store, context) = try store(kind)
    try context.performAndWait {
      for (descriptor, order, ascending) in [
        (SortDescriptor(\SortedPerson.nick), TextOrder.localizedStandard, true),
        (SortDescriptor(\SortedPerson.nick, order: .reverse), .localizedStandard, false),
        (SortDescriptor(\SortedPerson.nick, comparator: .localized), .localized, true),
        (
          SortDescriptor(\SortedPerson.nick, comparator: .localizedStandard, order: .reverse), .localizedStandard, false
        ),
      ] {
        let converted = NSSortDescriptor(descriptor)
        #expect(converted.key == "nick" && converted.ascending == ascending)
        #expect(converted.selector == NSSelectorFromString(order.rawValue))
        let expected = sorted(Self.names, order, ascending: ascending)
        #expect(try nicks(context, converted) == expected)
        // Foundation's own sorting agrees.
        let people = try context.all("Person", sortedBy: "nick").compactMap { $0 as? SortedPerson }
        #expect(people.sorted(using: descriptor).map(\.nick) == expected)
      }
      let name = NSSortDescriptor(SortDescriptor(\SortedPerson.name))
      #expect(name.key == "name" && name.selector == "localizedStandardCompare:")
      #expect(NSSortDescriptor(SortDescriptor(\SortedPerson.name, comparator: .lexical)).selector == "compare:")
      #expect(NSSortDescriptor(SortDescriptor(\SortedPerson.age, order: .reverse)).selector == "compare:")
      #expect(NSSortDescriptor(keyPath: \SortedPerson.name, ascending: true).selector == "compare:")
    }
    withExtendedLifetime(store) {}
  }

  @Test func sqlNamesTheCollation() throws {
    let store = try QueryStore()
    var query = RowQuery(store.layout("Person"))
    query.sort = [
      NSSortDescriptor(key: "name", ascending: false, selector: NSSelectorFromString("localizedStandardCompare:")),
      NSSortDescriptor(key: "team.name", ascending: true, selector: NSSelectorFromString("caseInsensitiveCompare:")),
    ]
    let text = try store.planner.statement(query, .keys).query.text
    #expect(
      text.hasSuffix("ORDER BY t0.ZNAME COLLATE CoreDataLocalizedStandard DESC, t1.ZNAME COLLATE CoreDataNoCase"))
    query.sort = [NSSortDescriptor(key: "name", ascending: false)]
    #expect(try store.planner.statement(query, .keys).query.text.hasSuffix("ORDER BY t0.ZNAME DESC"))
  }

  @Test(arguments: StoreKind.allCases, [NSFetchRequestResultType.managedObjectResultType, .dictionaryResultType])
  func whatCannotBeSortedByIsRefused(kind: StoreKind, type: NSFetchRequestResultType) throws {
    let (store, context) = try store(kind)
    context.performAndWait {
      for (key, selector, message) in [
        ("nick", "rank:", "unsupported NSSortDescriptor selector: rank:"),
        ("age", "localizedCompare:", "unsupported NSSortDescriptor selector: localizedCompare: sorts texts"),
        ("nothing", "localizedCompare:", "keypath nothing not found in entity Person"),
        ("nothing", "compare:", "keypath nothing not found in entity Person"),
        ("tags", "compare:", "to-many key not allowed here"),
      ] {
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Person")
        request.resultType = type
        request.sortDescriptors = [
          NSSortDescriptor(key: key, ascending: true, selector: NSSelectorFromString(selector))
        ]
        let error = #expect(throws: NSError.self) { try context.fetch(request) }
        #expect(error?.localizedDescription.hasPrefix(message) == true, "\(error?.localizedDescription ?? "")")
      }
    }
    withExtendedLifetime(store) {}
  }

  @Test(arguments: [StoreKind.memory, .sqlite]) func dictionariesAreSortedByLanguage(kind: StoreKind) throws {
    let (store, context) = try store(kind)
    try context.performAndWait {
      let request = NSFetchRequest<NSDictionary>(entityName: "Person")
      request.resultType = .dictionaryResultType
      request.propertiesToFetch = ["nick"]
      request.predicate = NSPredicate(format: "nick BEGINSWITH[c] 'b' OR nick BEGINSWITH 'z'")
      request.sortDescriptors = [
        NSSortDescriptor(key: "nick", ascending: true, selector: NSSelectorFromString("localizedStandardCompare:"))
      ]
      let found = try context.fetch(request).map { $0["nick"] as? String }
      #expect(found == ["B9", "b10", "z"])
    }
    withExtendedLifetime(store) {}
  }
}

final class SortedPerson: NSManagedObject {
  var name: String { value(forKey: "name") as? String ?? "" }
  var nick: String? { value(forKey: "nick") as? String }
  var age: Int { value(forKey: "age") as? Int ?? 0 }
}
