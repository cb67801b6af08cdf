// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "TypedModel",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "CoreDataCompat", path: "../..")],
  targets: [
    // The model layer of an app: a model, classes that are generated from it, and classes written by hand.
    .target(
      name: "Library",
      dependencies: [.product(name: "CoreData", package: "CoreDataCompat")],
      resources: [.process("Library.xcdatamodeld")],
      plugins: [.plugin(name: "CoreDataModelPlugin", package: "CoreDataCompat")]),
    .executableTarget(name: "TypedModel", dependencies: ["Library"]),
  ]
)
