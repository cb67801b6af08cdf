import CoreDataCompat

/// The behaviours that concern work in the background.
@MainActor
enum Working {
  static func reaches(_ stack: IsolatedStack) async throws {
    let manager = stack.manager
    let context = manager.managedObjectContext
    let person = Population.make("Person", ["name": "before"], context)
    try manager.save()
    let id = person.objectID
    try await manager.performBackgroundTask { background in
      try background.existingObject(with: id).setValue("after", forKey: "name")
      Population.make("Person", ["name": "new"], background)
      try background.save()
    }
    try expect(person.value(forKey: "name") as? String == "after", "the view context has the old value")
    try expect(try Population.count("Person", context) == 2, "the view context does not find the new object")
  }

  static func together(_ stack: IsolatedStack) async throws {
    let manager = stack.manager
    try manager.load()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for round in 0..<5 {
            try await manager.performBackgroundTask { context in
              Population.insert(4, into: context, prefix: "task \(task) round \(round)")
              try context.save()
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let context = manager.managedObjectContext
    let (people, teams) = (try Population.count("Person", context), try Population.count("Team", context))
    try expect(people == 160 && teams == 40, "\(people) of 160 people and \(teams) of 40 teams were saved")
  }
}
