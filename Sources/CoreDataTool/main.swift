import Foundation

let status = Tool(console: .standard).run(Array(CommandLine.arguments.dropFirst()))
// The caller, a shell in a loop for instance, is to see the signal.
if case .interrupted(let number) = status {
  signal(number, SIG_DFL)
  raise(number)
}
exit(status.code)
