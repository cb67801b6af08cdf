import CoreDataCompat

/// What every stack must do. Run them all against a stack of your own with one line of Swift Testing:
///
/// ```swift
/// @Test(arguments: StackBehaviour.allCases) func behaves(_ behaviour: StackBehaviour) async throws {
///   try await behaviour.check(MyStack.self)
/// }
/// ```
public enum StackBehaviour: String, CaseIterable, Sendable {
  /// `save()` tells whether it wrote, and writes nothing when nothing has changed.
  case saveTellsWhetherItWrote
  /// Objects keep values, relationships, order and URIs when the store is closed and opened.
  case contentsOutliveTheStack
  /// What a background context saves is in the view context.
  case backgroundSavesReachTheViewContext
  /// A save with invalid objects lists every one, writes nothing, and works once they are gone.
  case failedSaveListsEveryObjectAndKeepsThem
  /// `drop()` leaves nothing behind, and the next use starts empty.
  case dropLeavesNothing
  /// Eight tasks that save at the same time lose nothing.
  case eightTasksAtOnce
  /// The main context is one object for good, whatever is closed and opened.
  case mainContextStaysTheSame
  /// A store that could not be opened can be tried again.
  case failureIsKeptAndCanBeTriedAgain
  /// Both sides of a relationship agree, in every order of changes.
  case inversesAreKept
  /// Undo puts objects, values and relationships back.
  case undoPutsEverythingBack
  /// Contexts three deep hand their changes up, save by save.
  case nestedContextsSaveUpwards
  /// Of two changes of one row, the merge policy decides.
  case mergePoliciesDecide
  /// A duplicate of a unique value is an error, or resolved by the merge policy.
  case uniqueValuesStayUnique
  /// A fetched results controller follows what is saved in the background.
  case fetchedResultsFollow
  /// Batch requests change rows, and contexts that are told.
  case batchRequestsReachToldContexts
  /// The history has every save.
  case historyHasEverySave
  /// Objects are told of their insertion, saves, reading and deletion, and may change themselves before a save.
  case objectsAreToldOfTheirLife
  /// A relationship with too few or too many members is an error.
  case countsAreValidated
  /// An ordered relationship keeps its order under insertions, moves and removals.
  case orderIsKept
  /// Two children of one context keep what the other has changed.
  case siblingsKeepEachOthersChanges
  /// A merge policy of the program's own decides.
  case customPoliciesDecide
  /// A context that is told of a save by IDs takes it over.
  case remoteSavesAreMerged
  /// A context that reads from one moment sees no later saves; a stack that cannot do that says so.
  case pinnedContextsReadOneMoment

  /// Checks one stack on one kind of store, or on every kind. Throws `BehaviourFailure`, or what the stack throws.
  @MainActor
  public func check(_ provider: any StackProvider.Type, on kind: StoreKind? = nil) async throws {
    for kind in kind.map({ [$0] }) ?? StoreKind.allCases {
      let stack = try IsolatedStack(model: .instance(PracticeModel.make()), kind: kind, provider: provider)
      do {
        try await run(on: stack, kind, provider)
      } catch {
        throw BehaviourFailure(description: "\(provider.name) stack, \(kind): \(rawValue): \(error)")
      }
    }
  }

  @MainActor
  private func run(on stack: IsolatedStack, _ kind: StoreKind, _ provider: any StackProvider.Type) async throws {
    switch self {
    case .saveTellsWhetherItWrote: try Saving.tells(stack, kind)
    case .contentsOutliveTheStack: try await Saving.outlives(stack, kind)
    case .failedSaveListsEveryObjectAndKeepsThem: try Saving.fails(stack)
    case .backgroundSavesReachTheViewContext: try await Working.reaches(stack)
    case .eightTasksAtOnce: try await Working.together(stack)
    case .dropLeavesNothing: try await Living.drops(stack)
    case .mainContextStaysTheSame: try await Living.stays(stack)
    case .failureIsKeptAndCanBeTriedAgain: try Living.triesAgain(stack, kind)
    case .inversesAreKept: try await Relating.inverses(stack, kind)
    case .undoPutsEverythingBack: try await Relating.undo(stack)
    case .nestedContextsSaveUpwards: try await Relating.nested(stack)
    case .mergePoliciesDecide: try await Conflicting.policies(stack)
    case .uniqueValuesStayUnique: try await Conflicting.uniqueness(provider, kind)
    case .fetchedResultsFollow: try await Following.fetchedResults(stack)
    case .batchRequestsReachToldContexts: try await Following.batches(stack, kind)
    case .historyHasEverySave: try await Following.history(stack, kind)
    case .objectsAreToldOfTheirLife: try Telling.life(provider, kind)
    case .countsAreValidated: try Saving.counts(provider, kind)
    case .orderIsKept: try await Relating.order(stack, kind)
    case .siblingsKeepEachOthersChanges: try Relating.siblings(stack)
    case .customPoliciesDecide: try Conflicting.custom(stack)
    case .remoteSavesAreMerged: try Following.remote(stack)
    case .pinnedContextsReadOneMoment: try Following.moment(stack, kind, provider)
    }
  }
}
