/// Why a managed declaration cannot be supplied with accessors; the text is what a compiler would print.
package struct ManagedDeclarationError: Error, Equatable, Sendable, CustomStringConvertible {
  package var file: String
  package var line: Int
  package var reason: String

  package var description: String { "\(file):\(line): error: \(reason)" }
}
