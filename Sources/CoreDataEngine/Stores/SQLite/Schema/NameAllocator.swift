/// Gives names that are unique in a table: the first to ask has the bare name, later ones get 1, 2, 3…
struct NameAllocator {
  private var used: Set<String>
  private let reserved: Set<String>
  private var lastNumbers: [String: Int] = [:]

  init(reserved: [String]) {
    self.reserved = Set(reserved)
    used = self.reserved
  }

  func isReserved(_ name: String) -> Bool { reserved.contains(name) }

  mutating func unique(_ name: String) -> String {
    if used.insert(name).inserted { return name }
    var number = lastNumbers[name, default: 0]
    while true {
      number += 1
      let candidate = "\(name)\(number)"
      if used.insert(candidate).inserted {
        lastNumbers[name] = number
        return candidate
      }
    }
  }
}
