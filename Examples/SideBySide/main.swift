import Foundation

do {
  let options = try Options(arguments: Array(CommandLine.arguments.dropFirst()))
  if options.showsHelp {
    print(Options.usage)
    exit(0)
  }
  let verified = try await SideBySideRun(options: options).run()
  exit(verified ? 0 : 1)
} catch {
  FileHandle.standardError.write(Data("SideBySide: \(error)\n".utf8))
  exit(error is Options.Problem ? 64 : 2)
}
