import CoreDataCompat

let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
let configuration = StackConfiguration(model: Shelf.model, place: .directory(here))
let shelf = Shelf(manager: Manager(configuration: configuration))

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "add" where arguments.count == 2: try shelf.add(arguments[1])
case "finish" where arguments.count == 2:
  print(try shelf.finish(arguments[1]) ? "Finished." : "There is no such book to read.")
default: for book in try shelf.unread() { print(book.title ?? "") }
}
