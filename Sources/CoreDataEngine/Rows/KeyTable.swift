/// A hash table from row keys to trivial values; no key is 0. Not safe for more than one thread: its owner locks.
///
/// Eight neighbouring keys lie side by side, since rows are mostly read in runs; what lies above is hashed, so that no
/// regular pattern of keys can pile up.
final class KeyTable<Element: BitwiseCopyable> {
  private struct Slot {
    var key: Int64
    var element: Element
  }

  @exclusivity(unchecked) private var slots: UnsafeMutablePointer<Slot>
  @exclusivity(unchecked) private var capacity: Int
  @exclusivity(unchecked) private(set) var count = 0

  init() {
    capacity = 0
    slots = UnsafeMutablePointer(bitPattern: MemoryLayout<Slot>.alignment).unsafelyUnwrapped
  }

  deinit { if capacity > 0 { slots.deallocate() } }

  @inline(__always) private func home(of key: Int64) -> Int {
    let bits = UInt64(bitPattern: key)
    let hashed = (bits >> 3) &* 0x9E37_79B9_7F4A_7C15
    // The upper half of the product spreads blocks evenly over a capacity that is no power of two.
    let block = hashed.multipliedFullWidth(by: UInt64(capacity >> 3)).high
    return Int(truncatingIfNeeded: block) << 3 | Int(truncatingIfNeeded: bits & 7)
  }

  @inline(__always) private func next(_ index: Int) -> Int { index + 1 == capacity ? 0 : index + 1 }

  /// How far `index` lies behind `start`, going round.
  @inline(__always) private func distance(from start: Int, to index: Int) -> Int {
    index >= start ? index - start : index + capacity - start
  }

  /// The slot of `key`, or the free one where it belongs. Requires a capacity.
  @inline(__always) private func position(of key: Int64) -> Int {
    var index = home(of: key)
    while slots[index].key != 0 && slots[index].key != key { index = next(index) }
    return index
  }

  subscript(key: Int64) -> Element? {
    @inline(__always) get {
      if count == 0 { return nil }
      let slot = slots[position(of: key)]
      return slot.key == key ? slot.element : nil
    }
  }

  @inline(__always) func set(_ element: Element, for key: Int64) {
    if isFull { grow(to: max(16, capacity + capacity / 2)) }
    let index = position(of: key)
    if slots[index].key == 0 {
      count += 1
      slots[index].key = key
    }
    slots[index].element = element
  }

  /// Whether the next new key makes the table grow.
  var isFull: Bool { (count + 1) * 5 > capacity * 4 }

  /// Removes the keys whose values meet a condition.
  func removeAll(where isUnwanted: (Element) -> Bool) {
    var unwanted: ContiguousArray<Int64> = []
    forEach { if isUnwanted($1) { unwanted.append($0) } }
    for key in unwanted { remove(key) }
  }

  /// Makes room for `additional` more keys at once.
  func reserve(_ additional: Int) {
    var wanted = max(16, capacity)
    while (count + additional) * 5 > wanted * 4 { wanted += wanted / 2 }
    if wanted > capacity { grow(to: wanted) }
  }

  @discardableResult func remove(_ key: Int64) -> Bool {
    if count == 0 { return false }
    var hole = position(of: key)
    guard slots[hole].key == key else { return false }
    count -= 1
    // What was pushed past the hole moves back, so that no mark of the removed key stays.
    var index = hole
    while true {
      index = next(index)
      guard slots[index].key != 0 else { break }
      if distance(from: home(of: slots[index].key), to: index) >= distance(from: hole, to: index) {
        slots[hole] = slots[index]
        hole = index
      }
    }
    slots[hole].key = 0
    if capacity > 1_024, count * 8 < capacity { grow(to: capacity / 4) }
    return true
  }

  func removeAll() {
    for index in 0..<capacity { slots[index].key = 0 }
    count = 0
  }

  func forEach(_ body: (Int64, Element) -> Void) {
    for index in 0..<capacity where slots[index].key != 0 { body(slots[index].key, slots[index].element) }
  }

  private func grow(to wanted: Int) {
    let newCapacity = (wanted + 7) & ~7
    let old = slots
    let oldCapacity = capacity
    slots = UnsafeMutablePointer<Slot>.allocate(capacity: newCapacity)
    capacity = newCapacity
    for index in 0..<newCapacity { UnsafeMutableRawPointer(slots + index).storeBytes(of: 0, as: Int64.self) }
    for index in 0..<oldCapacity where old[index].key != 0 { slots[position(of: old[index].key)] = old[index] }
    if oldCapacity > 0 { old.deallocate() }
  }
}
