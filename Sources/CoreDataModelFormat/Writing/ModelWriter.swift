import Foundation

/// Writes models to disk, in the form that the URL's extension asks for.
package enum ModelWriter {
  /// Writes `.xcdatamodeld` and `.momd` packages of several versions, or one version as `.xcdatamodel` or `.mom`.
  ///
  /// Everything is written beside the target first and moved there whole, so a failure leaves nothing behind.
  /// - Parameter current: the name of the current version; nil for the last.
  /// - Throws: `ModelFormatError`; if something is at the URL already, it is left as it is.
  package static func write(
    _ documents: [ModelDocument], current: String? = nil, to url: URL
  ) throws(ModelFormatError) {
    let form = url.pathExtension.lowercased()
    let isPackage = form == "xcdatamodeld" || form == "momd"
    guard isPackage || form == "xcdatamodel" || form == "mom" else {
      throw ModelFormatError(
        .unsupportedFile, file: url.path, reason: "models are not written with the extension \"\(form)\"")
    }
    guard let last = documents.last, isPackage || documents.count == 1 else {
      throw ModelFormatError(
        .unsupportedFile, file: url.path, reason: "this form holds one version, not \(documents.count)")
    }
    let currentName = current ?? last.name
    guard documents.contains(where: { $0.name == currentName }) else {
      throw ModelFormatError(.missingName, file: url.path, reason: "no version is named \"\(currentName)\"")
    }
    guard Set(documents.map(\.name)).count == documents.count,
      documents.allSatisfy({ !$0.name.isEmpty && !$0.name.contains("/") })
    else {
      throw ModelFormatError(.missingName, file: url.path, reason: "the versions' names are not distinct file names")
    }
    var files: [(path: String, data: Data)] = []
    do {
      switch form {
      case "mom": files = [("", try CompiledModelWriter().data(for: documents[0]))]
      case "momd": files = try compiledPackage(documents, current: currentName)
      case "xcdatamodel": files = [("contents", try XMLModelWriter().data(for: documents[0]))]
      default: files = try sourcePackage(documents, current: currentName)
      }
    } catch {
      throw error.located(in: url.path)
    }
    try FileTree.write(files, to: url)
  }

  private static func sourcePackage(
    _ documents: [ModelDocument], current: String
  ) throws(ModelFormatError) -> [(path: String, data: Data)] {
    var files: [(path: String, data: Data)] = []
    for document in documents {
      files.append(("\(document.name).xcdatamodel/contents", try XMLModelWriter().data(for: document)))
    }
    let mark = ["_XCCurrentVersionName": "\(current).xcdatamodel"]
    files.append((".xccurrentversion", try PropertyListFile.data(mark, format: .xml)))
    return files
  }

  private static func compiledPackage(
    _ documents: [ModelDocument], current: String
  ) throws(ModelFormatError) -> [(path: String, data: Data)] {
    var files: [(path: String, data: Data)] = []
    var hashes: [String: [String: Data]] = [:]
    var checksums: [String: String] = [:]
    for document in documents {
      files.append(("\(document.name).mom", try CompiledModelWriter().data(for: document)))
      let entityHashes = document.versionHashes()
      hashes[document.name] = entityHashes
      checksums[document.name] = VersionHash.checksum(of: entityHashes)
    }
    let info: [String: Any] = [
      "NSManagedObjectModel_CurrentVersionName": current,
      "NSManagedObjectModel_VersionHashes": hashes,
      "NSManagedObjectModel_VersionChecksums": checksums,
    ]
    files.append((CompiledVersionInfo.fileName, try PropertyListFile.data(info, format: .binary)))
    return files
  }
}
