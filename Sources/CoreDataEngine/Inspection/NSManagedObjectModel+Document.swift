import CoreDataModelFormat

extension NSManagedObjectModel {
  /// Makes a model of a document. Throws for one that contradicts itself.
  package convenience init(document: ModelDocument) throws {
    try ModelValidator(document).validate()
    var builder = ModelBuilder(document)
    self.init()
    takeContents(of: try builder.build())
  }
}
