import Foundation

/// A model on disk: one version or a package of several, in source or compiled form.
package struct ModelPackage: Sendable {
  package enum Form: String, Sendable {
    /// `.xcdatamodeld`
    case versionedSource
    /// `.xcdatamodel`
    case source
    /// `.momd`
    case versionedCompiled
    /// `.mom`
    case compiled
  }

  package struct Version: Equatable, Sendable {
    /// The file name without extension.
    package var name: String
    package var url: URL
  }

  package let url: URL
  package let form: Form
  /// All versions, in numeric-aware order of their names ("Model 2" before "Model 10").
  package let versions: [Version]
  package let current: Version
  /// Version name to entity name to version hash, as `VersionInfo.plist` of a `.momd` holds them; empty elsewhere.
  package let versionHashes: [String: [String: Data]]
  /// Version name to model checksum, as `VersionInfo.plist` of a `.momd` holds them; empty elsewhere.
  package let versionChecksums: [String: String]

  package var name: String { url.deletingPathExtension().lastPathComponent }

  /// Finds the versions and which one is current; reads no model yet.
  ///
  /// Without a usable mark of the current version, a single version is current; of several, the one named like the
  /// package; else the last in order of names.
  /// Instead of an `.omo`, a faster copy of a compiled version, the `.mom` beside it is taken, which says the same.
  /// - Throws: `ModelFormatError` if nothing is there, or what is there is no model.
  package init(url: URL) throws(ModelFormatError) {
    let url = try Self.original(of: url)
    let form = try Self.form(of: url)
    self.url = url
    self.form = form
    var info = CompiledVersionInfo()
    var marked: String?
    switch form {
    case .source, .compiled:
      versions = [Version(name: url.deletingPathExtension().lastPathComponent, url: url)]
    case .versionedSource:
      versions = try Self.versions(in: url, pathExtension: "xcdatamodel")
      marked = try Self.markedSourceVersion(in: url)
    case .versionedCompiled:
      versions = try Self.versions(in: url, pathExtension: "mom")
      info = try CompiledVersionInfo(package: url)
      marked = info.currentVersionName
    }
    versionHashes = info.versionHashes
    versionChecksums = info.versionChecksums
    let name = url.deletingPathExtension().lastPathComponent
    if let marked {
      guard let version = versions.first(where: { $0.name == marked }) else {
        throw ModelFormatError(
          .missingFile, file: url.path,
          reason: "the package marks \"\(marked)\" as its current version, which is missing",
          hint: "versions found: " + versions.map(\.name).joined(separator: ", "))
      }
      current = version
    } else if let version = versions.first(where: { $0.name == name }) ?? versions.last {
      current = version
    } else {
      throw ModelFormatError(.missingFile, file: url.path, reason: "the package holds no model version")
    }
  }

  /// The hashes that the package around a compiled version notes for it; empty where there are none. Throws for notes
  /// that are damaged: computed hashes in their place could make a good store look like one of another model.
  package static func hashes(of version: Version) throws(ModelFormatError) -> [String: Data] {
    let folder = version.url.deletingLastPathComponent()
    guard folder.pathExtension.lowercased() == "momd" else { return [:] }
    return try CompiledVersionInfo(package: folder).versionHashes[version.name] ?? [:]
  }

  /// Nil if the package has no version of that name.
  package func version(named name: String) -> Version? {
    versions.first { $0.name == name }
  }

  private static func original(of url: URL) throws(ModelFormatError) -> URL {
    guard url.pathExtension.lowercased() == "omo", FileManager.default.fileExists(atPath: url.path) else { return url }
    let original = url.deletingPathExtension().appendingPathExtension("mom")
    guard FileManager.default.fileExists(atPath: original.path) else {
      throw ModelFormatError(
        .missingFile, file: original.path,
        reason: "the optimised model has no compiled one beside it",
        hint: "an .omo is a copy that only its own framework reads; keep the .mom with it")
    }
    return original
  }

  private static func form(of url: URL) throws(ModelFormatError) -> Form {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) else {
      throw ModelFormatError(.missingFile, file: url.path, reason: "there is no such file")
    }
    switch (url.pathExtension.lowercased(), isDirectory.boolValue) {
    case ("xcdatamodeld", true): return .versionedSource
    case ("xcdatamodel", true): return .source
    case ("momd", true): return .versionedCompiled
    case ("mom", false): return .compiled
    default:
      throw ModelFormatError(
        .unsupportedFile, file: url.path, reason: "this is not a data model",
        hint: "a model is an .xcdatamodeld, .xcdatamodel or .momd folder, or a .mom file")
    }
  }

  private static func versions(in url: URL, pathExtension: String) throws(ModelFormatError) -> [Version] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: url.path)
    } catch {
      throw ModelFormatError(.unreadableFile, file: url.path, reason: "the folder cannot be listed: \(error)")
    }
    return
      names
      .filter { ($0 as NSString).pathExtension.lowercased() == pathExtension }
      .map { Version(name: ($0 as NSString).deletingPathExtension, url: url.appendingPathComponent($0)) }
      .sorted { $0.name.compare($1.name, options: [.numeric, .caseInsensitive]) == .orderedAscending }
  }

  private static func markedSourceVersion(in url: URL) throws(ModelFormatError) -> String? {
    let file = url.appendingPathComponent(".xccurrentversion")
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    let list = try PropertyListFile.dictionary(at: file)
    guard let marked = list["_XCCurrentVersionName"] as? String, !marked.isEmpty else { return nil }
    return (marked as NSString).pathExtension == "xcdatamodel" ? (marked as NSString).deletingPathExtension : marked
  }
}
