import Foundation

/// Tells a test run by XCTest or Swift Testing from a run of the program itself.
enum TestRunner {
  static var current: String? {
    let process = ProcessInfo.processInfo
    return name(program: process.arguments.first ?? "", arguments: process.arguments, variables: process.environment)
  }

  /// What shows that this is a test run; nil when nothing does.
  static func name(program: String, arguments: [String], variables: [String: String]) -> String? {
    let file = program.split(separator: "/").last.map(String.init) ?? program
    if let library = arguments.firstIndex(of: "--testing-library").map({ arguments.index(after: $0) }),
      arguments.indices.contains(library)
    {
      return arguments[library] == "swift-testing" ? "Swift Testing" : "XCTest"
    }
    if let variable = ["XCTestConfigurationFilePath", "XCTestBundlePath"].first(where: { variables[$0] != nil }) {
      return "XCTest (\(variable))"
    }
    if file.hasSuffix(".xctest") || ["xctest", "swiftpm-xctest-helper", "swiftpm-testing-helper"].contains(file) {
      return "a test program (\(file))"
    }
    return nil
  }
}
