import Foundation

// Feeds the parser of predicate formats with input that nobody would write: `PredicateFuzz [--inputs N] [--seconds N]
// [--seed N] [--first N]`. Ends with 1 at the first input that does anything but parse or throw the documented error;
// a crash names the input too.

let settings = FuzzSettings(CommandLine.arguments)
CrashReport.install(seed: settings.seed)
let start = ContinuousClock.now
var number = settings.first
var valid = 0
while number - settings.first < settings.inputs {
  if number % 1_000 == 0, start.duration(to: .now) > .seconds(settings.seconds) { break }
  CrashReport.note(number)
  var input = FuzzInput(seed: settings.seed, number: number)
  let text = input.text()
  do {
    if try ParserCheck.check(text) { valid += 1 }
  } catch {
    print("Input \(number) of seed \(settings.seed): \(error)\n\(text.debugDescription)")
    exit(1)
  }
  number += 1
}
print("\(number - settings.first) inputs, \(valid) of them valid, in \(start.duration(to: .now)): no mistake.")
