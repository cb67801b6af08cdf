import Foundation

/// A class whose key paths can be named: on Linux a key path does not know its property, so it is read on an instance
/// that notes which key it was asked for.
package protocol KeyPathRecordable: AnyObject {
  /// An instance that is never used but to read one key path. Its accessors hand each key to `recorder` and return any
  /// value of the right type; for an object they return a recording instance with the same recorder.
  static func makeRecordingInstance(_ recorder: KeyPathRecorder) -> Self
}

/// Notes the keys that the accessors of a recording instance are asked for.
package final class KeyPathRecorder {
  package private(set) var keys: [String] = []

  package init() {}

  package func record(_ key: String) { keys.append(key) }
}

/// What reading a key path on a recording instance tells.
struct KeyPathRecording {
  /// The name of the property, or the dotted names of the properties, that the key path leads to.
  let name: String
  /// Any value of the key path's type.
  let value: Any?

  /// nil when the root class of the key path cannot record, or when it names no property.
  init?(_ keyPath: AnyKeyPath) {
    guard let root = type(of: keyPath).rootType as? any KeyPathRecordable.Type else { return nil }
    let recorder = KeyPathRecorder()
    value = root.makeRecordingInstance(recorder)[anyKeyPath: keyPath]
    if recorder.keys.isEmpty { return nil }
    name = recorder.keys.joined(separator: ".")
  }
}

/// The name of the property, or the dotted names of the properties, that a key path leads to. nil when its root class
/// cannot record.
package func keyName(of keyPath: AnyKeyPath) -> String? { KeyPathRecording(keyPath)?.name }

extension KeyPathRecordable {
  /// Reads a key path of unknown root.
  fileprivate subscript(anyKeyPath keyPath: AnyKeyPath) -> Any? { self[keyPath: keyPath] }
}
