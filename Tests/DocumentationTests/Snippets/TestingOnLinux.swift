import CoreDataCompat
import CoreDataCompatTestSupport
import Testing

@testable import ReadingList

// snippet
@MainActor
struct ShelfTests {
  @Test func aFinishedBookIsNoLongerUnread() throws {
    let stack = try IsolatedStack(model: Shelf.model)
    let shelf = Shelf(manager: stack.manager)
    try shelf.add("Emma")
    try shelf.add("Persuasion")
    #expect(try shelf.finish("Emma"))
    #expect(try shelf.unread().map(\.title) == ["Persuasion"])
  }
}
// end

// snippet
@MainActor
@Test(arguments: [LegacyStack.self, ContainerStack.self] as [any StackProvider.Type])
func booksOutliveTheProgram(stackType: any StackProvider.Type) throws {
  let stack = try IsolatedStack(model: Shelf.model, provider: stackType)
  try Shelf(manager: stack.manager).add("Emma")
  let later = Shelf(manager: stack.anotherManager())
  #expect(try later.unread().count == 1)
}
// end

// snippet
@MainActor
@Test func aFullDiskLosesNothing() throws {
  let stack = try IsolatedStack(model: Shelf.model)
  let shelf = Shelf(manager: stack.manager)
  try shelf.add("Emma")
  stack.fail(.noSpace)
  #expect(throws: CocoaError.self) { try shelf.add("Persuasion") }
  stack.stopFailing()
  try stack.manager.save()  // the book was still in the context
  #expect(try Shelf(manager: stack.anotherManager()).unread().count == 2)
}
// end

// snippet
@Test(arguments: StackBehaviour.allCases)
func theStackBehaves(_ behaviour: StackBehaviour) async throws {
  try await behaviour.check(LegacyStack.self, on: .memory)
}
// end
