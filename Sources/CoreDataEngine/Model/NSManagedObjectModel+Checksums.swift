import CoreDataModelFormat

extension NSManagedObjectModel {
  /// The checksums of all versions of a model package, by the names of the versions. Follows Apple's
  /// `checksumsForVersionedModel(at:)`.
  ///
  /// A compiled package notes its checksums; those of a source package are computed. Throws a Cocoa error that names the
  /// file for a package, or a version, that cannot be read.
  public class func checksumsForVersionedModel(at modelURL: URL) throws -> [String: String] {
    do {
      let package = try ModelPackage(url: modelURL)
      var checksums = package.versionChecksums
      for version in package.versions where checksums[version.name] == nil {
        checksums[version.name] = try ModelReader.document(of: version).checksum()
      }
      return checksums
    } catch {
      throw ModelError.unreadable(error, at: modelURL)
    }
  }
}
