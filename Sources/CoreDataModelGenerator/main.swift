import CoreDataModelFormat
import Foundation

do {
  try Generator(options: GeneratorOptions(Array(CommandLine.arguments.dropFirst()))).run()
} catch {
  let text = error is ModelFormatError ? "error: \(error)" : "\(error)"
  FileHandle.standardError.write(Data((text + "\n").utf8))
  exit(2)
}
