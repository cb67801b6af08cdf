@testable import CoreDataEngine
import Testing

/// Migrations of made-up rows, compared value by value and link by link.
@Suite struct GeneratedMigrationTests {
  static let kennel = """
    Animal.name String
    Dog:Animal
    Dog.breed String
    Cat:Animal
    Cat.lives Int16 required
    Owner.name String
    Owner.pets ->> Animal.owner ordered
    Owner.favourite -> Animal
    Owner.licence -> Licence.owner
    Owner.photos ->> Photo
    Owner.friends ->> Walker.friends ordered
    Animal.owner -> Owner.pets
    Animal.walkers ->> Walker.animals ordered
    Licence.number Int32
    Licence.owner -> Owner.licence
    Photo.title String
    Walker.name String
    Walker.animals ->> Animal.walkers
    Walker.friends ->> Owner.friends ordered
    """

  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let newer: String

    init(_ description: String, _ pairs: [(String, String)], adding: String = "") {
      testDescription = description
      newer = pairs.reduce(kennel) { $0.replacing($1.0, with: $1.1) } + "\n" + adding
    }
  }

  static let changes = [
    Change("an entity before the others changes all numbers", [], adding: "Aardvark.name String"),
    Change("a kind in the middle", [], adding: "Cow:Animal\nCow.milk Double =1.5"),
    Change("a kind goes", [("Cat:Animal\n", ""), ("Cat.lives Int16 required\n", "")]),
    Change(
      "to-one becomes to-many",
      [
        ("Animal.owner ->", "Animal.owner ->>"), ("Owner.licence ->", "Owner.licence ->>"),
        ("Owner.favourite -> Animal", "Owner.favourite ->> Animal"),
      ]),
    Change(
      "one-to-one becomes many-to-many",
      [("Owner.licence ->", "Owner.licence ->>"), ("Licence.owner ->", "Licence.owner ->>")]),
    Change(
      "orders come and go",
      [
        ("Animal.owner ordered", "Animal.owner"), ("Walker.friends ordered", "Walker.friends"),
        ("Walker.animals ->> Animal.walkers", "Walker.animals ->> Animal.walkers ordered"),
      ]),
    Change("an order alone goes", [("Owner.friends ->> Walker.friends ordered", "Owner.friends ->> Walker.friends")]),
    Change(
      "relationships get other names",
      [
        ("Owner.photos ->> Photo", "Owner.pictures ->> Photo was:photos"),
        ("Owner.favourite -> Animal", "Owner.darling -> Animal was:favourite"),
      ]),
    Change(
      "a list gets an inverse", [("Owner.photos ->> Photo", "Owner.photos ->> Photo.owner")],
      adding: "Photo.owner -> Owner.photos"),
    Change("a parent", [], adding: "Being abstract\nOwner:Being\nWalker:Being\nBeing.note String"),
    Change(
      "other types", [("Cat.lives Int16 required", "Cat.lives Double required"), ("number Int32", "number Int64")]),
    Change(
      "entities get other names",
      [("Animal", "Pet"), ("Owner", "Zookeeper"), ("Licence", "Permit")],
      adding: "Pet was:Animal\nZookeeper was:Owner\nPermit was:Licence"),
  ]

  private func migration(_ newer: String) -> GeneratedMigration {
    GeneratedMigration(older: ModelText.model(Self.kennel), newer: ModelText.model(newer), rows: 60)
  }

  @Test(arguments: changes) func everyValueAndLinkSurvives(_ change: Change) throws {
    let comparison = try migration(change.newer).run()
    #expect(comparison.differences.isEmpty)
    #expect(comparison.compared > 40)
  }

  /// Each of these would be a loss; the comparison that the tests of the real models rest upon sees it.
  @Test(arguments: [
    "UPDATE ZOWNER SET <number> = 99 WHERE Z_PK = 3",
    "UPDATE ZOWNER SET ZFAVOURITE = NULL, <number> = NULL WHERE Z_PK = 4",
    "UPDATE ZANIMAL SET ZOWNER = 7 WHERE Z_PK = 5", "UPDATE ZANIMAL SET ZNAME = 'new' WHERE ZNAME IS NULL",
    "UPDATE ZANIMAL SET ZNAME = 'other' WHERE Z_PK = 3", "DELETE FROM ZPHOTO WHERE Z_PK = 3",
    "UPDATE ZANIMAL SET <place> = -<place> WHERE ZOWNER = 3",
    "INSERT INTO ZPHOTO (Z_PK, Z_ENT) SELECT 999, Z_ENT FROM ZPHOTO LIMIT 1",
    "INSERT INTO ZAARDVARK (Z_PK, Z_ENT) VALUES (1, 1)", "UPDATE ZANIMAL SET Z_ENT = 99 WHERE Z_PK = 3",
    "UPDATE ZOWNER SET ZLICENCE = 58 WHERE Z_PK = 3", "UPDATE ZOWNER SET ZLICENCE = 999 WHERE Z_PK = 3",
    "UPDATE <table> SET <order> = -<order> WHERE <owner> = 3", "DELETE FROM <table> WHERE <owner> = 3",
    "INSERT INTO <table> (<owner>, <destination>, <order>) VALUES (3, 50, 9999999)",
    "UPDATE ZPHOTO SET <photos> = 1 WHERE Z_PK = 3",
  ]) func aLossIsSeen(_ loss: String) throws {
    let newer = ModelText.model(Self.kennel + "\nAardvark.name String")
    let schema = try SQLSchema(model: newer.compile())
    func placement(_ entity: String, _ property: String) throws -> SQLPlacement {
      let entity = try #require(schema.entities.compactMap { $0 }.first { $0.layout.name == entity })
      return entity.placements[try #require(entity.layout.property(named: property)).slot]
    }
    guard case .toOne(let favourite) = try placement("Owner", "favourite"),
      case .manyToMany(let friends) = try placement("Owner", "friends"),
      case .inverseless(let photos) = try placement("Owner", "photos"),
      case .toOne(let keeper) = try placement("Animal", "owner"),
      let number = favourite.entity, let order = friends.order, let place = keeper.order
    else {
      Issue.record("The relationships lie elsewhere.")
      return
    }
    let columns = [
      "number": number, "place": place, "table": friends.table, "order": order, "owner": friends.owner,
      "destination": friends.destination, "photos": photos,
    ]
    let tamper = columns.reduce(loss) { $0.replacing("<\($1.key)>", with: $1.value.sql) }
    let comparison = try GeneratedMigration(older: ModelText.model(Self.kennel), newer: newer, rows: 60)
      .run(tamper: tamper)
    #expect(!comparison.differences.isEmpty)
  }
}
