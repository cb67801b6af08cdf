import Foundation

/// A keyed archive (`NSKeyedArchiver`) as a graph of plain values.
///
/// No class is ever instantiated: an object is its class names and its coded fields. The graph may be cyclic, so
/// objects refer to one another by index.
package struct KeyedArchive: Equatable, Sendable {
  package indirect enum Value: Equatable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case double(Double)
    case date(Double)
    case string(String)
    case data(Data)
    case array([Value])
    case dictionary([String: Value])
    /// An index into `entries`.
    case reference(Int)
  }

  package struct Object: Equatable, Sendable {
    /// The class, then its superclasses, as the archive names them.
    package var classNames: [String]
    package var fields: [String: Value]

    package init(classNames: [String], fields: [String: Value]) {
      self.classNames = classNames
      self.fields = fields
    }

    package var className: String { classNames.first ?? "" }
  }

  package enum Entry: Equatable, Sendable {
    case value(Value)
    case object(Object)
  }

  /// Entry 0 stands for nil.
  package var entries: [Entry] = [.value(.null)]
  package var top: [String: Value] = [:]

  package init() {}

  /// The entry a value stands for, references followed.
  package func resolve(_ value: Value?) -> Entry {
    guard let value else { return .value(.null) }
    guard case .reference(let index) = value else { return .value(value) }
    guard entries.indices.contains(index) else { return .value(.null) }
    return entries[index]
  }

  /// The object a value refers to; nil if it refers to none.
  package func object(_ value: Value?) -> Object? {
    if case .object(let object) = resolve(value) { object } else { nil }
  }
}
