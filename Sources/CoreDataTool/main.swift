import Foundation

exit(Tool(console: .standard).run(Array(CommandLine.arguments.dropFirst())).rawValue)
