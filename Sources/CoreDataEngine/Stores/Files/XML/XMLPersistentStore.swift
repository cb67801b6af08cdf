/// A store in an XML file. Follows Apple's `NSXMLStoreType`.
final class XMLPersistentStore: FilePersistentStore {
  override class var format: any StoreFileFormat { XMLStoreFormat() }
}
