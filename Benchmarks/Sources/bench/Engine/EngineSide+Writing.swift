import CBaseline
import CoreDataCompat

extension EngineSide {
  func insert(_ count: Int, into file: EngineFile) -> () throws -> UInt64 {
    let values = ItemValues.first(count)
    return {
      var sum: UInt64 = 0
      for value in values {
        Item(context: file.context).take(value)
        sum &+= value.sum
      }
      try file.context.save()
      return sum
    }
  }

  func batchInsert(_ count: Int, into file: EngineFile) -> () throws -> UInt64 {
    let values = ItemValues.first(count)
    return { try insertInBatch(values, into: file) }
  }

  @discardableResult
  func insertInBatch(_ values: [ItemValues], into file: EngineFile) throws -> UInt64 {
    var sum: UInt64 = 0
    var rest = values[...]
    let request = NSBatchInsertRequest(entityName: "Item") { (object: NSManagedObject) -> Bool in
      guard let item = object as? Item, let value = rest.popFirst() else { return true }
      item.take(value)
      sum &+= value.sum
      return false
    }
    _ = try file.context.execute(request)
    return sum
  }

  func saveOneByOne(in file: EngineFile) -> () throws -> UInt64 {
    let values = ItemValues.first(Workload.saveCount)
    return {
      var sum: UInt64 = 0
      for value in values {
        Item(context: file.context).take(value)
        try file.context.save()
        sum &+= value.sum
      }
      return sum
    }
  }

  func update(in file: EngineFile) throws -> () throws -> UInt64 {
    let items = try firstItems(Workload.partCount, in: file)
    let values = ItemValues.first(2 * Workload.partCount).suffix(Workload.partCount)
    return {
      for (item, value) in zip(items, values) {
        item.b = value.b
        item.name = value.name
      }
      try file.context.save()
      return UInt64(items.count)
    }
  }

  func delete(in file: EngineFile) throws -> () throws -> UInt64 {
    let items = try firstItems(Workload.partCount, in: file)
    return {
      for item in items { file.context.delete(item) }
      try file.context.save()
      return UInt64(items.count)
    }
  }

  func insertFamilies(into file: EngineFile) throws {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: width - digits.count) + digits
    }
    let parents = (0..<baseline_parent_count).map { number in
      let parent = Parent(context: file.context)
      parent.name = "Parent " + padded(number, 6)
      parent.number = Int64(number)
      return parent
    }
    for number in 0..<baseline_child_count {
      let child = Child(context: file.context)
      child.name = "Child " + padded(number, 7)
      child.number = Int64(number)
      child.parent = parents[number % parents.count]
    }
    try file.context.save()
  }

  private func firstItems(_ count: Int, in file: EngineFile) throws -> [Item] {
    let request = NSFetchRequest<Item>(entityName: "Item")
    request.sortDescriptors = [NSSortDescriptor(key: "id", ascending: true)]
    request.fetchLimit = count
    request.returnsObjectsAsFaults = false
    return try file.context.fetch(request)
  }
}
