import CoreDataCompat

/// The two stacks, as arguments of tests.
enum StackName: String, CaseIterable, Sendable {
  case legacy, container

  var provider: any StackProvider.Type {
    switch self {
    case .legacy: LegacyStack.self
    case .container: ContainerStack.self
    }
  }

  var other: StackName { self == .legacy ? .container : .legacy }
}
