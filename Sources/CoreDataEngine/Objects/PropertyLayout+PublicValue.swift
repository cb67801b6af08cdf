extension PropertyLayout {
  /// A value in its stored form as key-value coding hands it out: transformables and composites decoded.
  func publicValue(_ value: Value, _ kind: AttributeKind) -> Any? {
    guard case .data(let data) = value else { return value.boxed(kind) }
    switch kind {
    case .transformable: return TransformableCoding.object(from: data, of: self)?.value
    case .composite: return composite?.dictionary(in: data)
    default: return data
    }
  }
}
