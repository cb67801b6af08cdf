/// What a store in memory holds: rows by key, and the destinations of to-many relationships.
///
/// Every change is noted, so that all since the last `commit` can be taken back; a change costs the same whatever the
/// size of the store.
struct MemoryTables {
  /// By root entity, then by key.
  private(set) var rows: [[Int64: RowReference]]
  private var links: [Int: [Int64: MemberList]] = [:]
  private(set) var constraints: [UniqueIndex]
  var metadata: [String: Any]
  private var edits: [MemoryEdit] = []

  init(model: CompiledModel, metadata: [String: Any]) {
    rows = Array(repeating: [:], count: model.rootCount)
    constraints = model.layouts.flatMap { layout in
      layout.entity.constraintNames.compactMap { UniqueIndex(layout, names: $0) }
    }
    self.metadata = metadata
  }

  // MARK: Reading

  func row(_ key: Int64, root: Int) -> RowReference? { rows[root][key] }

  /// The destinations of a to-many relationship, in order.
  func destinations(of relationship: PropertyLayout, owner: Int64) -> [ObjectKey] {
    links[relationship.linkID]?[owner]?.members ?? []
  }

  // MARK: Changing

  /// Puts a row in place of the one of the same key.
  mutating func put(_ row: RowReference, root: Int) {
    let old = rows[root].updateValue(row, forKey: row.row.key)
    edits.append(.row(root: root, key: row.row.key, old))
    reindex(old, row)
  }

  /// Removes a row; nil when there is none.
  @discardableResult mutating func removeRow(_ key: Int64, root: Int) -> RowReference? {
    guard let old = rows[root].removeValue(forKey: key) else { return nil }
    edits.append(.row(root: root, key: key, old))
    reindex(old, nil)
    return old
  }

  mutating func add(_ member: ObjectKey, to relationship: PropertyLayout, of owner: Int64) {
    if links[relationship.linkID, default: [:]][owner, default: MemberList()].add(member) {
      edits.append(.added(link: relationship.linkID, owner: owner))
    }
  }

  mutating func remove(_ member: Int64, from relationship: PropertyLayout, of owner: Int64) {
    guard let (member, place) = links[relationship.linkID]?[owner]?.remove(member) else { return }
    edits.append(.removed(link: relationship.linkID, owner: owner, member: member, place: place))
  }

  /// Replaces all destinations; none remove the list. Gives those there were.
  @discardableResult mutating func setDestinations(
    _ members: some Sequence<ObjectKey>, of relationship: PropertyLayout, owner: Int64
  ) -> [ObjectKey] {
    let list = MemberList(members)
    let old = links[relationship.linkID]?[owner]
    if list.count == 0, old == nil { return [] }
    links[relationship.linkID, default: [:]][owner] = list.count == 0 ? nil : list
    edits.append(.list(link: relationship.linkID, owner: owner, old))
    return old?.members ?? []
  }

  private mutating func reindex(_ old: RowReference?, _ new: RowReference?) {
    guard let entity = (new ?? old)?.row.entityIndex else { return }
    for index in constraints.indices where constraints[index].covers(entity) {
      if let old { constraints[index].remove(old.row) }
      if let new { constraints[index].insert(new.row) }
    }
  }

  // MARK: All or nothing

  /// Makes the changes stay.
  mutating func commit() {
    for edit in edits {
      if case .removed(let link, let owner, _, _) = edit {
        links[link]?[owner]?.compactIfSparse()
        if links[link]?[owner]?.count == 0 { links[link]?[owner] = nil }
      }
    }
    edits.removeAll()
  }

  /// Takes all changes since the last `commit` back.
  mutating func rollback() {
    while let edit = edits.popLast() {
      switch edit {
      case .row(let root, let key, let old):
        let new = rows[root][key]
        rows[root][key] = old
        reindex(new, old)
      case .added(let link, let owner): links[link]?[owner]?.removeLast()
      case .removed(let link, let owner, let member, let place): links[link]?[owner]?.restore(member, at: place)
      case .list(let link, let owner, let old): links[link, default: [:]][owner] = old
      }
    }
  }
}

extension PropertyLayout {
  /// Names a relationship within its model: sub-entities share it.
  fileprivate var linkID: Int { owner.index << 16 | slot }
}
