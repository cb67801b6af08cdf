/// A hash table from row keys to trivial values; no key is 0. Not safe for more than one thread: its owner locks.
///
/// Four neighbouring keys share a block, and eight neighbouring blocks lie side by side, since rows mostly come in runs: a
/// run costs little more than its values, and little more time than a walk through an array. What lies above is hashed,
/// so that no regular pattern of keys can pile up.
final class KeyTable<Element: KeyTableElement> {
  private struct Block {
    var number: Int64
    var elements: (Element, Element, Element, Element)

    var isEmpty: Bool { elements.0.isNone && elements.1.isNone && elements.2.isNone && elements.3.isNone }
  }

  @exclusivity(unchecked) private var blocks: UnsafeMutablePointer<Block>
  @exclusivity(unchecked) private var capacity = 0
  @exclusivity(unchecked) private var usedBlocks = 0
  @exclusivity(unchecked) private(set) var count = 0

  /// The number of a block that holds nothing; no key has it.
  private static var free: Int64 { .min }

  init() { blocks = UnsafeMutablePointer(bitPattern: MemoryLayout<Block>.alignment).unsafelyUnwrapped }

  deinit { if capacity > 0 { blocks.deallocate() } }

  @inline(__always) private func home(of number: Int64) -> Int {
    let bits = UInt64(bitPattern: number)
    let hashed = (bits >> 3) &* 0x9E37_79B9_7F4A_7C15
    // The upper half of the product spreads groups evenly over a capacity that is no power of two.
    let group = hashed.multipliedFullWidth(by: UInt64(truncatingIfNeeded: capacity) >> 3).high
    return Int(truncatingIfNeeded: group << 3 | bits & 7)
  }

  @inline(__always) private func next(_ index: Int) -> Int { index + 1 == capacity ? 0 : index + 1 }

  /// How far `index` lies behind `start`, going round.
  @inline(__always) private func distance(from start: Int, to index: Int) -> Int {
    index >= start ? index - start : index + capacity - start
  }

  /// The block of a number, or the free one where it belongs. Requires a capacity.
  @inline(__always) private func position(of number: Int64) -> Int {
    var index = home(of: number)
    while blocks[index].number != number && blocks[index].number != Self.free { index = next(index) }
    return index
  }

  /// Where a block has the value of a key.
  @inline(__always) private func place(of key: Int64, in index: Int) -> UnsafeMutablePointer<Element> {
    let elements = UnsafeMutableRawPointer(blocks + index) + MemoryLayout<Int64>.stride
    return elements.assumingMemoryBound(to: Element.self) + Int(truncatingIfNeeded: key & 3)
  }

  subscript(key: Int64) -> Element? {
    @inline(__always) get {
      if count == 0 { return nil }
      let index = position(of: key >> 2)
      if blocks[index].number == Self.free { return nil }
      let element = place(of: key, in: index).pointee
      return element.isNone ? nil : element
    }
  }

  @inline(__always) func set(_ element: Element, for key: Int64) {
    if isFull { grow(to: max(8, capacity + capacity / 2)) }
    let number = key >> 2
    let index = position(of: number)
    if blocks[index].number == Self.free {
      usedBlocks += 1
      blocks[index] = Block(number: number, elements: (.none, .none, .none, .none))
    }
    let place = place(of: key, in: index)
    if place.pointee.isNone { count += 1 }
    place.pointee = element
  }

  /// Whether the next new key may make the table grow.
  var isFull: Bool { (usedBlocks &+ 1) &* 3 > capacity &* 2 }

  /// Removes the keys whose values meet a condition.
  func removeAll(where isUnwanted: (Element) -> Bool) {
    var unwanted: ContiguousArray<Int64> = []
    forEach { if isUnwanted($1) { unwanted.append($0) } }
    for key in unwanted { remove(key) }
  }

  /// Makes room for `additional` more keys at once, as far as they are neighbours.
  func reserve(_ additional: Int) {
    let wanted = (usedBlocks + additional / 4 + 2) * 3 / 2 + 1
    if wanted > capacity { grow(to: max(wanted, capacity + capacity / 2)) }
  }

  /// Removes a key if its value meets a condition; false when nothing was removed.
  @discardableResult @inline(__always) func remove(_ key: Int64, if isUnwanted: (Element) -> Bool = { _ in true })
    -> Bool
  {
    if count == 0 { return false }
    let index = position(of: key >> 2)
    if blocks[index].number == Self.free { return false }
    let place = place(of: key, in: index)
    if place.pointee.isNone || !isUnwanted(place.pointee) { return false }
    place.pointee = .none
    count -= 1
    if blocks[index].isEmpty { removeBlock(index) }
    return true
  }

  private func removeBlock(_ index: Int) {
    usedBlocks -= 1
    var hole = index
    // What was pushed past the hole moves back, so that no mark of the removed block stays.
    var index = index
    while true {
      index = next(index)
      let number = blocks[index].number
      if number == Self.free { break }
      if distance(from: home(of: number), to: index) >= distance(from: hole, to: index) {
        blocks[hole] = blocks[index]
        hole = index
      }
    }
    blocks[hole].number = Self.free
    if capacity > 256, usedBlocks * 8 < capacity { grow(to: capacity / 4) }
  }

  func removeAll() {
    for index in 0..<capacity { blocks[index].number = Self.free }
    usedBlocks = 0
    count = 0
  }

  func forEach(_ body: (Int64, Element) -> Void) {
    for index in 0..<capacity where blocks[index].number != Self.free {
      for key in (blocks[index].number << 2)..<(blocks[index].number << 2) + 4 {
        let element = place(of: key, in: index).pointee
        if !element.isNone { body(key, element) }
      }
    }
  }

  private func grow(to wanted: Int) {
    let newCapacity = (wanted + 7) & ~7
    let old = blocks
    let oldCapacity = capacity
    blocks = UnsafeMutablePointer<Block>.allocate(capacity: newCapacity)
    capacity = newCapacity
    for index in 0..<newCapacity {
      UnsafeMutableRawPointer(blocks + index).storeBytes(of: Self.free, as: Int64.self)
    }
    for index in 0..<oldCapacity where old[index].number != Self.free {
      blocks[position(of: old[index].number)] = old[index]
    }
    if oldCapacity > 0 { old.deallocate() }
  }
}

/// A trivial value of a `KeyTable`, of which one means none.
protocol KeyTableElement: BitwiseCopyable {
  static var none: Self { get }
  var isNone: Bool { get }
}
