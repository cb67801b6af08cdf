/// Key paths name their properties by being read on an instance that notes what it is asked for.
extension NSManagedObject: KeyPathRecordable {
  package static func makeRecordingInstance(_ recorder: KeyPathRecorder) -> Self {
    let object = NSManagedObject.layout(of: RecordingEntity.shared.entity, for: nil).instantiate(self)
    object.state = .recording
    let values = ObjectValues(slots: [])
    values.recorder = recorder
    object.touched = values
    return object
  }

  /// Notes the key; there is no value.
  final func recordedValue(forKey key: String) -> Any? {
    touched?.recorder?.record(key)
    return nil
  }
}

/// An entity without properties, for instances that only record.
///
/// @unchecked Sendable: never changes once it is made.
private final class RecordingEntity: @unchecked Sendable {
  static let shared = RecordingEntity()

  let entity = NSEntityDescription()
  private let model = NSManagedObjectModel()

  private init() {
    entity.name = "Recording"
    model.entities = [entity]
    _ = try? model.compile()
  }
}
