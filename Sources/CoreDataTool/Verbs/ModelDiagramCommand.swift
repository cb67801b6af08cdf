import CoreDataModelFormat
import Foundation

/// `coredata model diagram`
enum ModelDiagramCommand: Command {
  enum Format: String, CaseIterable { case mermaid, dot, svg }

  static let format = Option<Format>.choice("format", "FORMAT", "the language of the diagram, mermaid when left out")
  static let syntax = CommandSyntax(
    name: "model diagram", summary: "Draws a model as Mermaid, DOT or SVG.", operands: [ModelFile.operand],
    options: [format, ModelFile.versionOption])

  static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let model = try ModelFile(arguments.required("MODEL"))
    let document = try model.document(arguments[ModelFile.versionOption])
    let graph = ModelGraph(document)
    let format = arguments[Self.format] ?? .mermaid
    let text =
      switch format {
      case .mermaid: MermaidDiagram.text(graph)
      case .dot: DOTDiagram.text(graph)
      case .svg: SVGDiagram(graph).text
      }
    if arguments.wantsJSON {
      console.write(.object([("format", .string(format.rawValue)), ("text", .string(text))]))
    } else {
      console.write(text)
    }
    return .success
  }
}
