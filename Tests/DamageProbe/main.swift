import Foundation

// Reads files that it has damaged itself, one after the other, within limits of time and memory; a test watches it.
//   DamageProbe mom|xml|cache|cdm|xcmappingmodel|store|migration|xml-store|binary-store <seed> <count> <folder>
//     [<file to damage> …]
let arguments = CommandLine.arguments
guard arguments.count >= 5, let kind = DamageRun.Kind(rawValue: arguments[1]), let seed = UInt64(arguments[2]),
  let count = Int(arguments[3])
else {
  FileHandle.standardError.write(
    Data(
      "usage: DamageProbe mom|xml|cache|cdm|xcmappingmodel|store|migration|xml-store|binary-store <seed> <count> <folder> [<file> …]\n"
        .utf8))
  exit(2)
}
Limits.memory(1_536 << 20)
Limits.seconds(60)
let files = try arguments.dropFirst(5).map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
let run = DamageRun(kind: kind, seed: seed, count: count, folder: URL(fileURLWithPath: arguments[4]))
try run.run(files)
