import Foundation

/// Where the tool writes.
struct Console {
  let output: (String) -> Void
  let errorOutput: (String) -> Void
  /// Whether colours may be written.
  let usesColour: Bool
  /// Whether a person watches the error output, who is shown progress.
  let showsProgress: Bool

  func write(_ text: String) { output(text) }
  func writeLine(_ text: String = "") { output(text + "\n") }
  func writeError(_ text: String) { errorOutput(text) }

  func write(_ json: JSONValue) { writeLine(json.text()) }

  /// The streams of the process. Colours appear on a terminal alone, and not where `NO_COLOR` is set.
  static var standard: Console {
    Console(
      output: { FileHandle.standardOutput.write(Data($0.utf8)) },
      errorOutput: { FileHandle.standardError.write(Data($0.utf8)) },
      usesColour: isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil,
      showsProgress: isatty(STDERR_FILENO) == 1)
  }

  enum Style: String {
    case heading = "1"
    case good = "32"
    case bad = "31"
    case doubtful = "33"
    case quiet = "2"
  }

  func styled(_ text: String, _ style: Style) -> String {
    usesColour ? "\u{1b}[\(style.rawValue)m\(text)\u{1b}[0m" : text
  }

  func writeHeading(_ text: String) { writeLine(styled(text, .heading)) }
}
