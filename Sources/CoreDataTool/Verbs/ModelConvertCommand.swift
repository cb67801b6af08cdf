import CoreDataModelFormat
import Foundation

/// `coredata model convert`
enum ModelConvertCommand: Command {
  static let syntax = CommandSyntax(
    name: "model convert", summary: "Writes a model in the form that the ending of OUTPUT names.",
    operands: [
      ModelFile.operand,
      .init(
        name: "OUTPUT", help: "an .xcdatamodeld, .momd, .xcdatamodel, .mom or .json, where there must be nothing yet"),
    ], options: [ModelFile.versionOption])

  static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let model = try ModelFile(arguments.required("MODEL"))
    let url = URL(fileURLWithPath: try arguments.required("OUTPUT"))
    let form = url.pathExtension.lowercased()
    // Forms of one version take the current one.
    let isSingle = form == "xcdatamodel" || form == "mom" || arguments[ModelFile.versionOption] != nil
    let chosen = try model.document(arguments[ModelFile.versionOption])
    let versions = isSingle ? [chosen] : model.versions
    for version in versions {
      do throws(ModelFormatError) {
        try ModelValidator(version).validate()
      } catch {
        throw error.located(in: model.path)
      }
    }
    if form == "json" {
      guard !FileManager.default.fileExists(atPath: url.path) else {
        throw ToolError("\(url.path): there is a file already")
      }
      let text = try ModelMarkup.json(versions, current: chosen.name).text() + "\n"
      try Data(text.utf8).write(to: url, options: .atomic)
    } else {
      try ModelWriter.write(versions, current: chosen.name, to: url)
    }
    if arguments.wantsJSON {
      console.write(.object([("written", .string(url.path)), ("versions", .strings(versions.map(\.name)))]))
    } else {
      console.writeLine("wrote \(url.lastPathComponent): \(versions.map(\.name).joined(separator: ", "))")
    }
    return .success
  }
}
