/// A store in a binary file. Follows Apple's `NSBinaryStoreType`, in a format of its own.
final class BinaryPersistentStore: FilePersistentStore {
  override class var format: any StoreFileFormat { BinaryStoreFormat() }
}
