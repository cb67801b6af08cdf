import CoreDataEngine
import Testing

@Suite struct ObjectArgumentTests {
  @Test(arguments: StoreKind.allCases) func theSourcesValuesAreReadByKey(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    let team = context.make("Team", ["name": "a"])
    let first = context.make("Person", ["name": "a", "team": team])
    _ = context.make("Person", ["name": "b", "team": team])
    _ = context.make("Person", ["name": "a"])
    try context.save()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.predicate = NSPredicate(format: "name == $SOURCE.name").withSubstitutionVariables(["SOURCE": team])
    #expect(try context.fetch(request).map { $0.text("name") } == ["a", "a"])
    request.predicate = NSPredicate(format: "team == $SOURCE.team AND name == $SOURCE.name")
      .withSubstitutionVariables(["SOURCE": first])
    #expect(try context.fetch(request) == [first])
  }

  @Test func idsOfAnotherStoreMatchNothing() throws {
    let store = try TestStore(.sqlite)
    let other = try TestStore(.sqlite)
    let context = store.context()
    let foreign = other.context()
    let mine = context.make("Person", ["name": "a"])
    let theirs = foreign.make("Person", ["name": "b"])
    try context.save()
    try foreign.save()
    #expect(try context.all("Person", "SELF IN %@", [mine.objectID]) == [mine])
    #expect(try context.all("Person", "SELF IN %@", [theirs.objectID]).isEmpty)
    #expect(try context.all("Person", "SELF == %@", theirs.objectID).isEmpty)
  }
}
