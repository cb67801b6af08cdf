import CoreDataCompat

extension EngineSide {
  func readParents(in file: EngineFile) -> () throws -> UInt64 {
    { sum(of: try file.context.fetch(NSFetchRequest<Child>(entityName: "Child"))) }
  }

  /// The children are in memory, and so are their parents: nothing is left to ask the store for.
  func readParentsAgain(in file: EngineFile) throws -> () throws -> UInt64 {
    let children = try file.context.fetch(NSFetchRequest<Child>(entityName: "Child"))
    _ = sum(of: children)
    return {
      defer { withExtendedLifetime(file) {} }
      return sum(of: children)
    }
  }

  func readChildren(in file: EngineFile) -> () throws -> UInt64 {
    {
      let request = NSFetchRequest<Parent>(entityName: "Parent")
      request.relationshipKeyPathsForPrefetching = ["children"]
      var sum: UInt64 = 0
      for parent in try file.context.fetch(request) {
        sum &+= textSum(parent.name) &+ UInt64(bitPattern: parent.number) &* 5
        for child in parent.children { sum &+= textSum(child.name) &+ UInt64(bitPattern: child.number) &* 3 }
      }
      return sum
    }
  }

  private func sum(of children: [Child]) -> UInt64 {
    children.reduce(0) { sum, child in
      sum &+ textSum(child.name) &+ UInt64(bitPattern: child.number) &* 3 &+ textSum(child.parent?.name)
    }
  }

  private func textSum(_ text: String?) -> UInt64 {
    guard let text else { return 0 }
    return UInt64(text.utf8.count) &+ UInt64(text.lastByte)
  }
}
