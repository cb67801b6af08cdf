import CoreDataModelFormat
import Foundation

/// `coredata model show`
enum ModelShowCommand: Command {
  static let syntax = CommandSyntax(
    name: "model show", summary: "Lists the entities and properties of a model.", operands: [ModelFile.operand],
    options: [ModelFile.versionOption])

  static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let model = try ModelFile(arguments.required("MODEL"))
    let document = try model.document(arguments[ModelFile.versionOption])
    if arguments.wantsJSON {
      console.write(try ModelMarkup.json([document], current: document.name))
      return .success
    }
    let versions = model.versions.map { $0.name == model.currentName ? "\($0.name) (current)" : $0.name }
    console.writeHeading(document.name)
    console.writeLine("  versions: \(versions.joined(separator: ", "))")
    for entity in document.entities.sorted(by: { $0.name < $1.name }) { show(entity, console) }
    for (name, members) in document.configurations.sorted(by: { $0.key < $1.key }) {
      console.writeLine("\nconfiguration \(name): \(members.joined(separator: ", "))")
    }
    for request in document.fetchRequests {
      console.writeLine("\nfetch request \(request.name): \(request.entityName) \(request.predicate?.format ?? "")")
    }
    return .success
  }

  private static func show(_ entity: EntityRecord, _ console: Console) {
    var title = entity.name
    if let parent = entity.parentName { title += ": \(parent)" }
    if entity.isAbstract { title += ", abstract" }
    if let className = entity.className, className != entity.name { title += ", class \(className)" }
    console.writeLine()
    console.writeHeading(title)
    let rows =
      entity.attributes.map { ($0.name, $0.summary) } + entity.relationships.map { ($0.name, $0.summary) }
      + entity.fetchedProperties.map { ($0.name, "fetched \($0.fetchRequest.entityName)") }
    let width = rows.map(\.0.count).max() ?? 0
    for (name, summary) in rows { console.writeLine("  \(name.padded(to: width))  \(summary)") }
    for names in entity.uniquenessConstraints { console.writeLine("  unique: \(names.joined(separator: ", "))") }
  }
}
