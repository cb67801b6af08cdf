// swift-tools-version: 6.0
import Foundation
import PackageDescription

// With BENCH_ENGINE=0 the baseline is measured alone.
let measuresEngine = ProcessInfo.processInfo.environment["BENCH_ENGINE"] != "0"

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: measuresEngine ? [.package(name: "CoreDataCompat", path: "..")] : [],
  targets: [
    .target(name: "CBaseline", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "CCounters", linkerSettings: [.linkedLibrary("sqlite3")]),
    .executableTarget(
      name: "bench",
      dependencies: ["CBaseline", "CCounters"]
        + (measuresEngine ? [.product(name: "CoreDataCompat", package: "CoreDataCompat")] : []),
      exclude: measuresEngine ? [] : ["Engine"],
      swiftSettings: measuresEngine ? [.define("MEASURES_ENGINE")] : []),
  ]
)
