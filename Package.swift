// swift-tools-version: 6.0
import Foundation
import PackageDescription

// The alias module `CoreData` would shadow Apple's framework on a Mac, so it is declared only where
// that framework does not exist. Set COREDATA_ALIAS=1 when cross-compiling from a Mac, 0 to leave it out.
#if os(macOS)
  let hostLacksCoreData = false
#else
  let hostLacksCoreData = true
#endif
let environment = ProcessInfo.processInfo.environment
let declaresAlias = environment["COREDATA_ALIAS"].map { $0 == "1" } ?? hostLacksCoreData

let package = Package(
  name: "CoreDataCompat",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11)],
  products: [
    .library(name: "CoreDataCompat", targets: ["CoreDataCompat"]),
    .library(name: "CoreDataCompatTestSupport", targets: ["CoreDataCompatTestSupport"]),
    .library(name: "CoreDataEngine", targets: ["CoreDataEngine"]),
    .executable(name: "coredata", targets: ["CoreDataTool"]),
    .plugin(name: "CoreDataModelPlugin", targets: ["CoreDataModelPlugin"]),
    .plugin(name: "CoreDataModelSources", targets: ["CoreDataModelSources"]),
  ],
  targets: [
    .systemLibrary(
      name: "CCoreDataSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
    .target(name: "CCoreDataRuntime"),
    .target(name: "CCoreDataRows", dependencies: ["CCoreDataSQLite"]),
    .target(name: "CoreDataSQLite", dependencies: ["CCoreDataSQLite", "CCoreDataRows"]),
    .target(name: "CoreDataFoundation"),
    .target(name: "CoreDataModelFormat"),
    .target(
      name: "CoreDataEngine",
      dependencies: [
        "CCoreDataRows", "CCoreDataRuntime", "CoreDataSQLite", "CoreDataFoundation", "CoreDataModelFormat",
      ]),
    .target(name: "CoreDataCompat", dependencies: ["CoreDataEngine"]),
    .target(name: "CCoreDataFaults", dependencies: ["CCoreDataSQLite"]),
    .target(name: "CoreDataCompatTestSupport", dependencies: ["CCoreDataFaults", "CoreDataCompat"]),
    .executableTarget(
      name: "CoreDataTool",
      dependencies: ["CoreDataEngine", "CoreDataModelFormat", "CoreDataSQLite", "CoreDataCompat"]),
    .executableTarget(name: "CoreDataModelGenerator", dependencies: ["CoreDataModelFormat"]),
    .plugin(name: "CoreDataModelPlugin", capability: .buildTool(), dependencies: ["CoreDataModelGenerator"]),
    .plugin(
      name: "CoreDataModelSources",
      capability: .command(
        intent: .custom(
          verb: "generate-coredata-sources", description: "Write the classes of a target's models into its sources"),
        permissions: [.writeToPackageDirectory(reason: "The classes of the models become files of the target.")]),
      dependencies: ["CoreDataModelGenerator"]),
    .executableTarget(
      name: "SideBySide", dependencies: ["CoreDataCompat"], path: "Examples/SideBySide",
      resources: [.process("Resources/TimeZones.xcdatamodeld"), .copy("Resources/TimeZoneDatabase")]),
    // Migrates in processes of its own that are killed, for the tests of migrations.
    .executableTarget(
      name: "MigrationProbe", dependencies: ["CoreDataEngine", "CoreDataModelFormat", "CCoreDataFaults"],
      path: "Tests/MigrationProbe"),
    // Reads damaged files within limits of time and memory, for tests that watch it.
    .executableTarget(
      name: "DamageProbe", dependencies: ["CoreDataEngine", "CoreDataModelFormat", "CoreDataSQLite"],
      path: "Tests/DamageProbe"),
    // Looks for input that the parser of predicate formats cannot stand.
    .executableTarget(name: "PredicateFuzz", dependencies: ["CoreDataFoundation"], path: "Tests/PredicateFuzz"),
    .testTarget(name: "CoreDataSQLiteTests", dependencies: ["CoreDataSQLite"]),
    .testTarget(name: "CoreDataFoundationTests", dependencies: ["CoreDataFoundation"]),
    .testTarget(name: "CoreDataModelFormatTests", dependencies: ["CoreDataModelFormat"]),
    .testTarget(
      name: "CoreDataToolTests",
      dependencies: ["CoreDataTool", "CoreDataEngine", "CoreDataModelFormat", "CoreDataSQLite"],
      exclude: ["Transcript.txt"]),
    .testTarget(name: "GeneratedCodeTests", dependencies: ["CoreDataEngine"], exclude: ["Models"]),
    .testTarget(
      name: "CoreDataEngineTests", dependencies: ["CoreDataEngine", "CoreDataSQLite", "CoreDataModelFormat"]),
    .target(name: "CProbeTracing", path: "Tests/CProbeTracing"),
    // Holds locks, fills disks and gets killed, for tests that need another process.
    .executableTarget(
      name: "StackProbe",
      dependencies: ["CoreDataCompat", "CoreDataCompatTestSupport", "CoreDataSQLite", "CProbeTracing"],
      path: "Tests/StackProbe"),
    .testTarget(
      name: "CoreDataCompatTests", dependencies: ["CoreDataCompat", "CoreDataCompatTestSupport"],
      resources: [.process("Resources/Notes.xcdatamodeld")]),
    .testTarget(
      name: "SideBySideTests",
      dependencies: ["CoreDataCompat", "CoreDataCompatTestSupport", "CoreDataSQLite", "SideBySide", "StackProbe"]),
  ]
)

if declaresAlias {
  package.products.append(.library(name: "CoreData", targets: ["CoreData"]))
  package.targets += [
    .target(name: "CoreData", dependencies: ["CoreDataEngine"]),
    // The program of the tutorial. On a Mac the classes of its model come from Xcode, which a package has not got.
    .executableTarget(
      name: "ReadingList", dependencies: ["CoreDataCompat"], path: "Examples/ReadingList",
      resources: [.process("ReadingList.xcdatamodeld")], plugins: ["CoreDataModelPlugin"]),
    .testTarget(
      name: "DocumentationTests", dependencies: ["CoreDataCompat", "CoreDataCompatTestSupport", "ReadingList"]),
  ]
}
