import Foundation

extension KeyedArchive {
  /// The archive as a binary property list, as `NSKeyedArchiver` lays it out.
  package func data() -> Data {
    var writer = BinaryPropertyListWriter()
    var classNumbers: [[String]: Int] = [:]
    var classes: [[String]] = []
    var objects: [Int] = []
    objects.reserveCapacity(entries.count)
    for (number, entry) in entries.enumerated() {
      switch entry {
      case .value(let value):
        objects.append(number == 0 ? writer.string("$null") : Self.encode(value, with: &writer))
      case .object(let object):
        let classNumber = classNumbers[object.classNames] ?? entries.count + classes.count
        if classNumbers.updateValue(classNumber, forKey: object.classNames) == nil { classes.append(object.classNames) }
        var pairs = Self.encode(object.fields, with: &writer)
        pairs.append((key: "$class", value: writer.uid(classNumber)))
        objects.append(writer.dictionary(pairs))
      }
    }
    for names in classes {
      let chain = writer.array(names.map { writer.string($0) })
      objects.append(
        writer.dictionary([(key: "$classname", value: writer.string(names[0])), (key: "$classes", value: chain)]))
    }
    let root = writer.dictionary([
      (key: "$version", value: writer.integer(100_000)),
      (key: "$archiver", value: writer.string("NSKeyedArchiver")),
      (key: "$top", value: writer.dictionary(Self.encode(top, with: &writer))),
      (key: "$objects", value: writer.array(objects)),
    ])
    return writer.finish(top: root)
  }

  /// Sorted by key, so that equal archives are equal byte for byte.
  private static func encode(
    _ values: [String: Value], with writer: inout BinaryPropertyListWriter
  ) -> [(key: String, value: Int)] {
    values.sorted { $0.key < $1.key }.map { (key: $0.key, value: encode($0.value, with: &writer)) }
  }

  private static func encode(_ value: Value, with writer: inout BinaryPropertyListWriter) -> Int {
    switch value {
    case .null: return writer.uid(0)
    case .boolean(let value): return writer.boolean(value)
    case .integer(let value): return writer.integer(value)
    case .double(let value): return writer.real(value)
    case .date(let value): return writer.date(value)
    case .string(let value): return writer.string(value)
    case .data(let value): return writer.data(value)
    case .reference(let index): return writer.uid(index)
    case .array(let values):
      return writer.array(values.map { encode($0, with: &writer) })
    case .dictionary(let values):
      return writer.dictionary(encode(values, with: &writer))
    }
  }
}
