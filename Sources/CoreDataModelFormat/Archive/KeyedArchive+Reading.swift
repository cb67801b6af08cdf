import Foundation

extension KeyedArchive {
  /// Reads an archive; whatever a keyed archive may not be is a typed error.
  package init(data: Data) throws(ModelFormatError) {
    let list = try BinaryPropertyList(data)
    var expansion = Expansion(list: list, budget: 4 * data.count + 1024)
    let root = try expansion.fields(of: list.top)
    guard let objectsIndex = root["$objects"], case .array(let indices) = list.objects[objectsIndex],
      let topIndex = root["$top"]
    else { throw BinaryPropertyList.malformed("the property list is not a keyed archive") }
    top = try expansion.values(of: topIndex)
    var classes: [Int: [String]] = [:]
    entries.removeAll()
    entries.reserveCapacity(indices.count)
    for (number, index) in indices.enumerated() {
      guard number > 0 else {
        entries.append(.value(.null))
        continue
      }
      guard case .dictionary = list.objects[index] else {
        entries.append(.value(try expansion.value(of: index)))
        continue
      }
      let fields = try expansion.fields(of: index)
      if let classReference = fields["$class"] {
        guard case .uid(let target) = list.objects[classReference], indices.indices.contains(target) else {
          throw BinaryPropertyList.malformed("an archived object has no class")
        }
        let names: [String]
        if let known = classes[target] {
          names = known
        } else {
          names = try expansion.classNames(of: indices[target])
          classes[target] = names
        }
        var values = try expansion.values(of: index)
        values["$class"] = nil
        entries.append(.object(Object(classNames: names, fields: values)))
      } else {
        // A class record, or a plain dictionary; neither is an object.
        entries.append(.value(.dictionary(try expansion.values(of: index))))
      }
    }
    try checkReferences()
  }

  private func checkReferences() throws(ModelFormatError) {
    for entry in entries {
      switch entry {
      case .value(let value): try check(value)
      case .object(let object): for value in object.fields.values { try check(value) }
      }
    }
    for value in top.values { try check(value) }
  }

  private func check(_ value: Value) throws(ModelFormatError) {
    switch value {
    case .reference(let index):
      guard entries.indices.contains(index) else {
        throw BinaryPropertyList.malformed("a reference to archived object \(index), which does not exist")
      }
    case .array(let values): for value in values { try check(value) }
    case .dictionary(let values): for value in values.values { try check(value) }
    default: break
    }
  }

  /// Turns list objects into values; inline containers may nest and be shared, so depth and total are bounded.
  private struct Expansion {
    private static let maximumDepth = 32

    let list: BinaryPropertyList
    var budget: Int

    init(list: BinaryPropertyList, budget: Int) {
      self.list = list
      self.budget = budget
    }

    mutating func spend() throws(ModelFormatError) {
      budget -= 1
      guard budget >= 0 else {
        throw ModelFormatError(.limitExceeded, reason: "the archive repeats its containers beyond its size")
      }
    }

    mutating func fields(of index: Int) throws(ModelFormatError) -> [String: Int] {
      guard case .dictionary(let pairs) = list.objects[index] else {
        throw BinaryPropertyList.malformed("a dictionary is expected in the archive")
      }
      var fields: [String: Int] = [:]
      for pair in pairs {
        try spend()
        guard case .string(let key) = list.objects[pair.key] else {
          throw BinaryPropertyList.malformed("a key of the archive is not a string")
        }
        fields[key] = pair.value
      }
      return fields
    }

    mutating func values(of index: Int, depth: Int = 0) throws(ModelFormatError) -> [String: Value] {
      var values: [String: Value] = [:]
      for (key, index) in try fields(of: index) { values[key] = try value(of: index, depth: depth + 1) }
      return values
    }

    mutating func value(of index: Int, depth: Int = 0) throws(ModelFormatError) -> Value {
      try spend()
      guard depth <= Self.maximumDepth else {
        throw ModelFormatError(.limitExceeded, reason: "the containers of the archive nest too deep")
      }
      switch list.objects[index] {
      case .null: return .null
      case .boolean(let value): return .boolean(value)
      case .integer(let value): return .integer(value)
      case .real(let value): return .double(value)
      case .date(let value): return .date(value)
      case .data(let value): return .data(value)
      case .string(let value): return .string(value)
      case .uid(let target): return .reference(target)
      case .array(let indices):
        var values: [Value] = []
        for index in indices { values.append(try value(of: index, depth: depth + 1)) }
        return .array(values)
      case .dictionary:
        return .dictionary(try values(of: index, depth: depth))
      }
    }

    mutating func classNames(of index: Int) throws(ModelFormatError) -> [String] {
      let values = try values(of: index)
      guard case .string(let name)? = values["$classname"] else {
        throw BinaryPropertyList.malformed("an archived class has no name")
      }
      guard case .array(let chain)? = values["$classes"] else { return [name] }
      let names = chain.compactMap { value -> String? in
        if case .string(let name) = value { name } else { nil }
      }
      return names.first == name ? names : [name] + names
    }
  }
}
