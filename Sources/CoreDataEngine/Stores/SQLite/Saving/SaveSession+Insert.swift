import CoreDataSQLite

/// New rows: several in one statement where many of an entity follow each other.
extension SaveSession {
  private struct Insertion {
    let query: WriteQueries.Insertion
    let single: Statement
    /// For a group of rows; made when there is one.
    var group: Statement?
  }

  func insertRows() throws {
    if changes.inserted.isEmpty { return }
    var insertions: [Int: Insertion] = [:]
    var start = 0
    while start < changes.inserted.count {
      let layout = changes.inserted[start].layout
      var end = start + 1
      while end < changes.inserted.count, changes.inserted[end].layout === layout { end += 1 }
      var insertion: Insertion
      if let known = insertions[layout.index] {
        insertion = known
      } else {
        let query = store.writeQueries.insertion(of: layout)
        insertion = Insertion(query: query, single: try connection.prepare(query.sql))
      }
      if insertion.group == nil, end - start >= insertion.query.groupSize, let sql = insertion.query.groupSQL {
        insertion.group = try connection.prepare(sql)
      }
      insertions[layout.index] = insertion
      try insert(start..<end, of: layout, insertion)
      start = end
    }
  }

  /// Inserts objects of one entity.
  private func insert(_ range: Range<Int>, of layout: EntityLayout, _ insertion: Insertion) throws {
    var next = range.lowerBound
    if let group = insertion.group {
      let size = insertion.query.groupSize
      while range.upperBound - next >= size {
        binder.begin()
        for place in 0..<size {
          try bind(changes.inserted[next + place], insertion, to: group, place: Int32(place))
        }
        if try group.runIfUnique() {
          next += size
        } else {
          // The rows before the refused one are in; that one is met again by itself.
          next += connection.changes
          try insert(changes.inserted[next], insertion)
          next += 1
        }
      }
    }
    while next < range.upperBound {
      try insert(changes.inserted[next], insertion)
      next += 1
    }
  }

  private func insert(_ object: NSManagedObject, _ insertion: Insertion) throws {
    binder.begin()
    try bind(object, insertion, to: insertion.single, place: 0)
    if try !insertion.single.runIfUnique() { refused.append(object) }
  }

  @inline(__always)
  private func bind(_ object: NSManagedObject, _ insertion: Insertion, to statement: Statement, place: Int32) throws {
    let values = object.touch()
    let plan = insertion.query.plan
    let offset = place * (plan.parameterCount + 1)
    statement.bind(values.permanentKey, at: 1 + offset)
    try binder.bind(values, plan, of: object.layout, to: statement, offset: offset)
  }
}
