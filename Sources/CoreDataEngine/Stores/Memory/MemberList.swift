/// The destinations of one to-many relationship of one row, in order. Adding, removing and looking up take the same time
/// whatever their number.
///
/// A removed member leaves a gap, so that the others keep their places; `compact` closes gaps.
struct MemberList {
  /// A key of 0 marks a gap.
  private var places: ContiguousArray<ObjectKey> = []
  /// The place of each key, kept once there are more than a few.
  private var index: [Int64: Int] = [:]
  private(set) var count = 0

  private static let smallCount = 8
  private static let gap = ObjectKey(entityIndex: 0, key: 0)

  init() {}

  /// Members in order; of those that come twice the first counts.
  init(_ members: some Sequence<ObjectKey>) {
    for member in members { add(member) }
  }

  /// The members, in order.
  var members: [ObjectKey] {
    var members: [ObjectKey] = []
    members.reserveCapacity(count)
    for member in places where member.key != 0 { members.append(member) }
    return members
  }

  /// Adds at the end; false when it was a member already.
  @discardableResult mutating func add(_ member: ObjectKey) -> Bool {
    guard place(of: member.key) == nil else { return false }
    if !index.isEmpty { index[member.key] = places.count }
    places.append(member)
    count += 1
    if index.isEmpty, places.count > MemberList.smallCount { rebuildIndex() }
    return true
  }

  /// Removes; gives the place it had, or nil when it was no member.
  @discardableResult mutating func remove(_ key: Int64) -> (member: ObjectKey, place: Int)? {
    guard let place = place(of: key) else { return nil }
    let member = places[place]
    places[place] = MemberList.gap
    index[key] = nil
    count -= 1
    return (member, place)
  }

  /// Takes the last addition back.
  mutating func removeLast() {
    let last = places.removeLast()
    index[last.key] = nil
    count -= 1
  }

  /// Takes a removal back.
  mutating func restore(_ member: ObjectKey, at place: Int) {
    places[place] = member
    if !index.isEmpty || places.count > MemberList.smallCount { index[member.key] = place }
    count += 1
  }

  /// Closes the gaps when they are more than the members.
  mutating func compactIfSparse() {
    guard places.count > MemberList.smallCount, places.count > count * 2 else { return }
    places.removeAll { $0.key == 0 }
    rebuildIndex()
  }

  private func place(of key: Int64) -> Int? {
    places.count > MemberList.smallCount ? index[key] : places.firstIndex { $0.key == key }
  }

  private mutating func rebuildIndex() {
    index = [:]
    guard places.count > MemberList.smallCount else { return }
    index.reserveCapacity(places.count)
    for (place, member) in places.enumerated() where member.key != 0 { index[member.key] = place }
  }
}
