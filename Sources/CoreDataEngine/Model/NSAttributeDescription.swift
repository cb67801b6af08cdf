import CoreDataModelFormat

/// An attribute of an entity. Follows Apple's `NSAttributeDescription`.
open class NSAttributeDescription: NSPropertyDescription {
  struct AttributeStorage {
    var type = NSAttributeType.undefinedAttributeType
    var valueClassName: String?
    var defaultValue: Any?
    var transformerName: String?
    var allowsExternalBinaryDataStorage = false
    var preservesValueInHistoryOnDeletion = false
    var allowsCloudEncryption = false
  }

  var attribute = AttributeStorage()

  /// Makes an optional attribute of undefined type.
  public override init() { super.init() }

  /// The type of the values.
  open var attributeType: NSAttributeType {
    get { attribute.type }
    set { assertMutable(); attribute.type = newValue }
  }

  /// `attributeType` in its Swift spelling.
  open var type: AttributeType {
    get { AttributeType(rawValue: attribute.type) }
    set { attributeType = newValue.rawValue }
  }

  /// The class name of the values; given by the type unless the attribute is transformable.
  open var attributeValueClassName: String? {
    get { attribute.valueClassName ?? attribute.type.valueClassName }
    set { assertMutable(); attribute.valueClassName = newValue }
  }

  /// The value of new objects; nil for none.
  open var defaultValue: Any? {
    get { attribute.defaultValue }
    set { assertMutable(); attribute.defaultValue = newValue is NSNull ? nil : newValue }
  }

  /// The transformer of a transformable attribute; nil for the keyed archiver.
  open var valueTransformerName: String? {
    get { attribute.transformerName }
    set { assertMutable(); attribute.transformerName = newValue }
  }

  /// Whether a store may keep large values in files beside the store.
  open var allowsExternalBinaryDataStorage: Bool {
    get { attribute.allowsExternalBinaryDataStorage }
    set { assertMutable(); attribute.allowsExternalBinaryDataStorage = newValue }
  }

  /// Whether persistent history keeps the value of a deleted object.
  open var preservesValueInHistoryOnDeletion: Bool {
    get { attribute.preservesValueInHistoryOnDeletion }
    set { assertMutable(); attribute.preservesValueInHistoryOnDeletion = newValue }
  }

  /// Kept for models shared with CloudKit; without effect here.
  open var allowsCloudEncryption: Bool {
    get { attribute.allowsCloudEncryption }
    set { assertMutable(); attribute.allowsCloudEncryption = newValue }
  }

  /// Apple's version hash of the attribute.
  open override var versionHash: Data {
    VersionHash.attribute(
      hashBase, type: Int(attribute.type.rawValue), allowsExternalBinaryDataStorage: allowsExternalBinaryDataStorage,
      preservesValueInHistoryOnDeletion: preservesValueInHistoryOnDeletion)
  }

  override func makeCopy() -> NSPropertyDescription {
    let copy = Self.blank()
    copy.attribute = attribute
    return copy
  }

  class func blank() -> NSAttributeDescription { NSAttributeDescription() }

  /// The type of an attribute, in its Swift spelling.
  public struct AttributeType: Hashable, RawRepresentable, Sendable {
    /// The same type as an `NSAttributeType`.
    public var rawValue: NSAttributeType

    /// Makes the type from its `NSAttributeType`.
    public init(rawValue: NSAttributeType) { self.rawValue = rawValue }

    /// No type; only for transient attributes.
    public static let undefined = AttributeType(rawValue: .undefinedAttributeType)
    /// `Int16`.
    public static let integer16 = AttributeType(rawValue: .integer16AttributeType)
    /// `Int32`.
    public static let integer32 = AttributeType(rawValue: .integer32AttributeType)
    /// `Int64`.
    public static let integer64 = AttributeType(rawValue: .integer64AttributeType)
    /// `Decimal`.
    public static let decimal = AttributeType(rawValue: .decimalAttributeType)
    /// `Double`.
    public static let double = AttributeType(rawValue: .doubleAttributeType)
    /// `Float`.
    public static let float = AttributeType(rawValue: .floatAttributeType)
    /// `String`.
    public static let string = AttributeType(rawValue: .stringAttributeType)
    /// `Bool`.
    public static let boolean = AttributeType(rawValue: .booleanAttributeType)
    /// `Date`.
    public static let date = AttributeType(rawValue: .dateAttributeType)
    /// `Data`.
    public static let binaryData = AttributeType(rawValue: .binaryDataAttributeType)
    /// `UUID`.
    public static let uuid = AttributeType(rawValue: .UUIDAttributeType)
    /// `URL`.
    public static let uri = AttributeType(rawValue: .URIAttributeType)
    /// Any object that a value transformer turns into data.
    public static let transformable = AttributeType(rawValue: .transformableAttributeType)
    /// An object ID; cannot be stored.
    public static let objectID = AttributeType(rawValue: .objectIDAttributeType)
    /// Several attributes under one name.
    public static let composite = AttributeType(rawValue: .compositeAttributeType)
  }
}
