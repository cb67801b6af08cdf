/// A wrong argument, or a file that cannot be read or written.
struct GeneratorError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = "error: " + description }
}
