import CoreDataCompatTestSupport
import Testing

/// What every stack must do, on both stacks and every kind of store.
@Suite struct StackBehaviourTests {
  @Test(arguments: StackBehaviour.allCases, StoreKind.allCases)
  func legacyStackBehaves(_ behaviour: StackBehaviour, kind: StoreKind) async throws {
    try await behaviour.check(LegacyStack.self, on: kind)
  }

  @Test(arguments: StackBehaviour.allCases, StoreKind.allCases)
  func containerStackBehaves(_ behaviour: StackBehaviour, kind: StoreKind) async throws {
    try await behaviour.check(ContainerStack.self, on: kind)
  }
}
