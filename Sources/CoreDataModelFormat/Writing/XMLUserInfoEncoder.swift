/// Encodes user info as a `<userInfo>` element.
struct XMLUserInfoEncoder {
  let entityName: String?
  let propertyName: String?

  /// Nothing for empty user info.
  func encode(_ userInfo: [String: ModelValue], to xml: inout XMLText) throws(ModelFormatError) {
    guard !userInfo.isEmpty else { return }
    try xml.element("userInfo", []) { (xml: inout XMLText) throws(ModelFormatError) in
      for (key, value) in userInfo.sorted(by: { $0.key < $1.key }) {
        guard let text = value.string else {
          throw ModelFormatError(
            .invalidValue, entity: entityName, property: propertyName,
            reason: "a source model holds only text as user info, not what \"\(key)\" is")
        }
        try xml.element("entry", [("key", key), ("value", text)])
      }
    }
  }

  /// The content of an element that holds nothing else; nil if it would be empty.
  func content(_ userInfo: [String: ModelValue]) -> ((inout XMLText) throws(ModelFormatError) -> Void)? {
    guard !userInfo.isEmpty else { return nil }
    return { (xml: inout XMLText) throws(ModelFormatError) in try encode(userInfo, to: &xml) }
  }
}
