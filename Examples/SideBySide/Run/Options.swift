import Foundation

/// What the command line asks for.
struct Options {
  static let usage = """
    usage: SideBySide [--store PATH]

    Imports the time zones of the world on the legacy stack, then opens, edits and verifies the same file on the container
    stack and back. Exits with 1 when anything differs.

      --store PATH   keep the store at PATH, which must not exist yet; without it a temporary folder is used
    """

  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  var store: URL?
  var showsHelp = false

  init(arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--store":
        guard let path = rest.popFirst() else { throw Problem(description: "--store needs a path\n\(Options.usage)") }
        guard !FileManager.default.fileExists(atPath: path) else {
          throw Problem(description: "there is a file at \(path) already; it is left as it is")
        }
        store = URL(fileURLWithPath: path, isDirectory: false)
      case "--help", "-h": showsHelp = true
      default: throw Problem(description: "unknown argument \(argument)\n\(Options.usage)")
      }
    }
  }
}
