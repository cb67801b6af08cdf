/// The arguments of the tool, which only the plugins call: a verb, options with one value each, and paths.
struct GeneratorOptions {
  var verb = ""
  var module = ""
  var importedModule = "CoreData"
  var output = ""
  var models: [String] = []
  var entities: [String] = []
  var includesAll = false
  var replacesClasses = false
  var accessLevel = "public"
  var paths: [String] = []

  init(_ arguments: [String]) throws(GeneratorError) {
    var rest = arguments[...]
    guard let verb = rest.popFirst() else { throw GeneratorError("a verb is missing: model, accessors or sources") }
    self.verb = verb
    while let argument = rest.popFirst() {
      func value() throws(GeneratorError) -> String {
        guard let value = rest.popFirst() else { throw GeneratorError("\(argument) needs a value") }
        return value
      }
      switch argument {
      case "--module": module = try value()
      case "--import": importedModule = try value()
      case "--output": output = try value()
      case "--model": models.append(try value())
      case "--entity": entities.append(try value())
      case "--access-level": accessLevel = try value()
      case "--all": includesAll = true
      case "--force": replacesClasses = true
      default:
        guard !argument.hasPrefix("--") else { throw GeneratorError("unknown option \(argument)") }
        paths.append(argument)
      }
    }
  }
}
