import CoreDataModelFormat
import Foundation

/// A model as an argument names it: any form on disk, JSON, or a store that keeps its model.
struct ModelFile {
  let path: String
  let versions: [ModelDocument]
  let currentName: String
  let name: String
  let form: String

  static let operand = CommandSyntax.Operand(
    name: "MODEL", help: "an .xcdatamodeld, .xcdatamodel, .momd, .mom or .json")
  static let versionOption = Option.text("version", "NAME", "a version of the model; the current one when left out")

  /// Reads every version as it is, contradictions included.
  init(_ path: String) throws {
    self.path = path
    let url = URL(fileURLWithPath: path)
    name = url.deletingPathExtension().lastPathComponent
    form = url.pathExtension.lowercased()
    if form == "json" {
      (versions, currentName) = try ModelMarkup.read(url)
      return
    }
    let package = try ModelPackage(url: url)
    versions = try package.versions.map { try ModelReader.uncheckedDocument(of: $0) }
    currentName = package.current.name
  }

  /// The version asked for.
  func document(_ version: String? = nil) throws -> ModelDocument {
    let wanted = version ?? currentName
    guard let document = versions.first(where: { $0.name == wanted }) else {
      let names = versions.map(\.name).joined(separator: ", ")
      throw ToolError("\(path): there is no version \(wanted); there are \(names)")
    }
    return document
  }
}
