import CoreDataEngine
import Testing

/// Random edits, undone and redone: a graph never differs from what it was.
@Suite struct RandomUndoTests {
  @Test(arguments: StoreKind.allCases, 0..<6 as Range<UInt64>) func undoAndRedoLeadBack(kind: StoreKind, seed: UInt64)
    throws
  {
    let store = try TestStore(kind, model: UndoTests.model())
    let context = store.context()
    let manager = UndoManager()
    manager.groupsByEvent = false
    try context.performAndWait {
      var dice = Dice(state: seed &* 2_654_435_761 &+ 1)
      // Changed in every step, so that no step is empty: an empty one cannot be redone.
      var objects = [context.make("Contractor", ["name": "Clock", "age": 0])]
      try context.save()
      context.undoManager = manager
      var pictures = [GraphPicture(objects)]
      var depth = 0
      for round in 0..<120 {
        switch dice.roll(10) {
        case 0..<5:
          manager.beginUndoGrouping()
          objects[0].setValue(round + 1, forKey: "age")
          for _ in 0...dice.roll(3) { RandomUndoTests.edit(context, &objects, &dice) }
          manager.endUndoGrouping()
          // What was undone is gone; so are the pictures of it.
          pictures.removeSubrange((depth + 1)...)
          depth += 1
          pictures.append(GraphPicture(objects))
        case 5..<8 where depth > 0:
          context.undo()
          depth -= 1
        case 8 where depth + 1 < pictures.count:
          context.redo()
          depth += 1
        default:
          try context.save()
          #expect(!context.hasChanges)
        }
        let now = GraphPicture(objects)
        try #require(now == pictures[depth], "round \(round)")
      }
      while depth > 0 {
        context.undo()
        depth -= 1
        try #require(GraphPicture(objects) == pictures[depth])
      }
      while depth + 1 < pictures.count {
        context.redo()
        depth += 1
        try #require(GraphPicture(objects) == pictures[depth])
      }
      try context.save()
      let own = try GraphPicture(storedIn: context)
      let other = store.context()
      #expect(try other.performAndWait { try GraphPicture(storedIn: other) } == own)
    }
  }

  private static func edit(_ context: NSManagedObjectContext, _ objects: inout [NSManagedObject], _ dice: inout Dice) {
    let living = objects.filter { $0.managedObjectContext != nil && !$0.isDeleted }
    func pick(_ entity: String) -> NSManagedObject? {
      let some = living.filter { $0.entity.name == entity && !$0.isDeleted }
      return some.isEmpty ? nil : some[dice.roll(some.count)]
    }
    switch dice.roll(9) {
    case 0: objects.append(context.make("Person", ["name": "P\(objects.count)", "team": pick("Team")]))
    case 1: objects.append(context.make("Team", ["name": "T\(objects.count)"]))
    case 2: objects.append(context.make("Tag", ["label": "x\(objects.count)"]))
    case 3: pick("Person")?.setValue(dice.roll(100), forKey: "age")
    case 4: pick("Person")?.setValue(dice.roll(4) == 0 ? nil : pick("Team"), forKey: "team")
    case 5:
      guard let team = pick("Team"), let members = team.value(forKey: "members") as? NSOrderedSet else { return }
      var list = members.array
      if let person = pick("Person"), !members.contains(person) { list.append(person) }
      if list.count > 1 { list.swapAt(dice.roll(list.count), dice.roll(list.count)) }
      if dice.roll(3) == 0, !list.isEmpty { list.remove(at: dice.roll(list.count)) }
      team.setValue(NSOrderedSet(array: list), forKey: "members")
    case 6:
      guard let tag = pick("Tag"), let person = pick("Person") else { return }
      var people = tag.objects("people")
      if people.remove(person) == nil { people.insert(person) }
      tag.setValue(people, forKey: "people")
    case 7: pick("Team")?.setValue(pick("Person"), forKey: "lead")
    default:
      let entities = ["Person", "Team", "Tag"]
      if let object = pick(entities[dice.roll(3)]) { context.delete(object) }
      context.processPendingChanges()
    }
  }

  /// Repeatable random numbers.
  struct Dice {
    var state: UInt64

    mutating func roll(_ sides: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % sides
    }
  }
}
