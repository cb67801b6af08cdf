import CProbeTracing
import CoreDataCompatTestSupport
import CoreDataSQLite
import Foundation

// Another process for the tests: `StackProbe COMMAND STACK STORE [ARGUMENT]`. One line of output a fact, errors included.
// `StackProbe trace COUNT COMMAND …` runs a command and kills it after COUNT changes of the file system.
let arguments = CommandLine.arguments
guard arguments.count >= 4 else {
  print("usage: StackProbe [trace COUNT] COMMAND STACK STORE [ARGUMENT]")
  exit(64)
}
if arguments[1] == "trace" { exit(Tracing.run([arguments[0]] + arguments[3...], count: Int(arguments[2]) ?? 0)) }
let probe = Probe(
  stack: arguments[2], store: URL(fileURLWithPath: arguments[3]),
  argument: arguments.count > 4 ? arguments[4] : nil)

do {
  switch arguments[1] {
  case "open": try probe.open()
  case "find": try probe.find()
  case "filter": try probe.filter()
  case "lock": try probe.hold("BEGIN EXCLUSIVE")
  case "read": try probe.hold("BEGIN; SELECT count(*) FROM Z_METADATA")
  case "save": try probe.saveForEver()
  case "fill": try probe.fill()
  case "adopt": try probe.adopt()
  case "recreate": try probe.recreate()
  case "live": try await probe.live()
  case "tally": try probe.tally()
  case "die": try probe.die()
  default:
    print("unknown command \(arguments[1])")
    exit(64)
  }
} catch StackError.cannotOpenStore(let failure) {
  probe.say("failed \(failure.kind) \(failure.underlying.code) \(failure)")
} catch let error as StackError {
  probe.say("failed other 0 \(error)")
} catch {
  let error = error as NSError
  probe.say("failed save \(error.code) \(error)")
}
