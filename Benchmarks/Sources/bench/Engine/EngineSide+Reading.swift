import CoreDataCompat

extension EngineSide {
  func fetch(from file: EngineFile) -> () throws -> UInt64 {
    { try sum(of: NSFetchRequest<Item>(entityName: "Item"), in: file.context) }
  }

  func readByID(from file: EngineFile, items: Int, warm: Bool) throws -> () throws -> UInt64 {
    let request = NSFetchRequest<NSManagedObjectID>(entityName: "Item")
    request.resultType = .managedObjectIDResultType
    request.includesPropertyValues = false
    request.sortDescriptors = [NSSortDescriptor(key: "id", ascending: true)]
    let all = try file.context.fetch(request)
    let ids = (0..<Workload.partCount).map { all[$0 * 7919 % items] }
    // Objects of another context keep the rows in the coordinator's cache, while this context has none of them.
    let keeper = file.container.newBackgroundContext()
    if warm { try keeper.performAndWait { try keep(ids, in: keeper) } }
    return {
      defer { withExtendedLifetime(keeper) {} }
      var sum: UInt64 = 0
      for id in ids {
        guard let item = try file.context.existingObject(with: id) as? Item else { continue }
        sum &+= item.sum
      }
      return sum
    }
  }

  func filter(in file: EngineFile) -> () throws -> UInt64 {
    {
      var total: UInt64 = 0
      for value in 0..<Workload.filterValues {
        let request = NSFetchRequest<Item>(entityName: "Item")
        request.predicate = NSPredicate(format: "a == %ld", value)
        total &+= try sum(of: request, in: file.context)
      }
      return total
    }
  }

  func sort(in file: EngineFile) -> () throws -> UInt64 {
    {
      var total: UInt64 = 0
      for _ in 0..<Workload.repetitions {
        let request = NSFetchRequest<Item>(entityName: "Item")
        request.sortDescriptors = [NSSortDescriptor(key: "b", ascending: false)]
        request.fetchLimit = Workload.sortLimit
        total &+= try sum(of: request, in: file.context)
      }
      return total
    }
  }

  func count(in file: EngineFile) -> () throws -> UInt64 {
    {
      var total: UInt64 = 0
      for index in 0..<Workload.repetitions {
        let request = NSFetchRequest<Item>(entityName: "Item")
        request.predicate = NSPredicate(format: "b < %f", Double((index + 1) * 1000))
        total &+= UInt64(try file.context.count(for: request))
      }
      return total
    }
  }

  private func sum(of request: NSFetchRequest<Item>, in context: NSManagedObjectContext) throws -> UInt64 {
    try context.fetch(request).reduce(0) { $0 &+ $1.sum }
  }

  private func keep(_ ids: [NSManagedObjectID], in context: NSManagedObjectContext) throws {
    context.retainsRegisteredObjects = true
    for id in ids { _ = (try context.existingObject(with: id) as? Item)?.id }
  }
}
