import Foundation

extension KeyedArchive {
  /// The objects that a value reaches, as an archive of its own with the value as `root`.
  ///
  /// Nil if it reaches more than `limit` entries, or an object of one of the classes.
  func extract(_ value: Value, limit: Int, avoiding classes: Set<String>) -> KeyedArchive? {
    var extracted = KeyedArchive()
    var numbers = [0: 0]
    var queue: [Int] = []
    func renumber(_ value: Value) -> Value {
      switch value {
      case .reference(let index):
        if let number = numbers[index] { return .reference(number) }
        let number = numbers.count
        numbers[index] = number
        queue.append(index)
        return .reference(number)
      case .array(let values): return .array(values.map(renumber))
      case .dictionary(let values): return .dictionary(renumber(values))
      default: return value
      }
    }
    /// By key, so that equal graphs are numbered alike.
    func renumber(_ fields: [String: Value]) -> [String: Value] {
      var renumbered: [String: Value] = [:]
      for (key, value) in fields.sorted(by: { $0.key < $1.key }) { renumbered[key] = renumber(value) }
      return renumbered
    }
    extracted.top["root"] = renumber(value)
    var next = 0
    while next < queue.count {
      guard queue.count <= limit else { return nil }
      switch entries[queue[next]] {
      case .value(let value): extracted.entries.append(.value(renumber(value)))
      case .object(let object):
        guard classes.isDisjoint(with: object.classNames) else { return nil }
        extracted.entries.append(
          .object(Object(classNames: object.classNames, fields: renumber(object.fields))))
      }
      next += 1
    }
    return extracted
  }
}
