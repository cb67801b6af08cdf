import CoreDataModelFormat

/// A model is archived as the file that Xcode compiles it to. Follows Apple's conformance to `NSCoding`.
extension NSManagedObjectModel {
  /// Archives the model; one that no compiled file can hold is the coder's error.
  public func encode(with coder: NSCoder) {
    do {
      coder.encode(try CompiledModelWriter().data(for: ModelDocument(self)) as NSData, forKey: NSManagedObjectModel.key)
    } catch {
      coder.failWithError(error)
    }
  }

  func decodeContents(_ coder: NSCoder) -> Bool {
    do {
      guard let data = coder.decodeObject(of: NSData.self, forKey: NSManagedObjectModel.key) else {
        throw CocoaError(.coderValueNotFound)
      }
      let document = try CompiledModelReader().document(from: Data(referencing: data), name: "")
      takeContents(of: try NSManagedObjectModel(document: document))
      return true
    } catch {
      coder.failWithError(error)
      return false
    }
  }

  private static let key = "compiledModel"
}
