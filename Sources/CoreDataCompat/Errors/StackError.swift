import Foundation

/// What can go wrong in the choice, the making and the life of a stack.
///
/// Errors of saves and fetches are the engine's, in `NSCocoaErrorDomain` with Apple's codes.
///
/// @unchecked Sendable: the underlying errors never change once they are made.
public enum StackError: Error, @unchecked Sendable {
  /// `COREDATA_STACK` names a stack that does not exist.
  case unknownStack(name: String, valid: [String])
  /// The stack asked for cannot run here.
  case missingCapabilities(stack: String, missing: [String], reason: String)
  /// None of the configuration's stacks can run here.
  case noUsableStack([StackSelection.Alternative])
  /// The rule of the configuration's `.custom` selector threw.
  case selectorFailed(any Error)
  /// There is no model of this name; nil when all models were asked for and there is none.
  case modelNotFound(name: String?, searched: [String], found: [String])
  /// The model cannot be used; the underlying error names file, entity and property.
  case modelUnreadable(path: String, underlying: NSError)
  /// Models that were to be merged have different entities of one name.
  case modelsContradict(paths: [String])
  /// The manager is in use already, so it cannot be configured any more.
  case alreadyInUse
  /// This process has no access to the app group's folder.
  case noSharedFolder(group: String)
  /// The store cannot be opened.
  case cannotOpenStore(StoreFailure)
  /// Stores lie at several former places, and none at the store's own: which one counts cannot be guessed.
  case severalFormerStores([URL])
  /// A store at a former place could not be taken over; it is still there, untouched.
  case adoptionFailed(from: URL, to: URL, underlying: any Error)
  /// Files of a store could not be moved aside.
  case quarantineFailed(URL, underlying: any Error)
  /// The store is being dropped or closed at the moment.
  case closing
  /// The store could not be closed or deleted.
  case dropFailed(underlying: any Error)
}

extension StackError: CustomStringConvertible, LocalizedError {
  /// The same as `description`.
  public var errorDescription: String? { description }

  /// What is wrong, where, and what to do about it.
  public var description: String {
    switch self {
    case .unknownStack(let name, let valid):
      "COREDATA_STACK is “\(name)”, which is no stack. Valid: \(valid.joined(separator: ", "))."
    case .missingCapabilities(let stack, let missing, let reason):
      "The \(stack) stack was chosen (\(reason)) but cannot run here. Missing: \(missing.joined(separator: ", "))."
    case .noUsableStack(let alternatives):
      "No stack can run here. "
        + alternatives.map { "\($0.name) lacks \($0.missing.joined(separator: ", "))" }.joined(separator: "; ") + "."
    case .selectorFailed(let error): "The rule that chooses the stack failed: \(error)"
    case .modelNotFound(let name, let searched, let found):
      "There is no \(name.map { "model “\($0)”" } ?? "model"). Searched: \(list(searched)). Models found there: \(list(found))."
    case .modelUnreadable(let path, let error): "The model \(path) cannot be used: \(error.localizedDescription)"
    case .modelsContradict(let paths):
      "These models have different entities of one name, so they cannot be merged: \(list(paths))."
    case .alreadyInUse: "The manager is in use, so its configuration cannot change. Configure it before its first use."
    case .noSharedFolder(let group): "This process has no access to the folder of the app group “\(group)”."
    case .cannotOpenStore(let failure): failure.description
    case .severalFormerStores(let urls):
      "There is no store at its own place, and there are several at former ones: \(list(urls.map(\.path))). Name the right one alone."
    case .adoptionFailed(let from, let to, let error):
      "The store at \(from.path) could not be taken over to \(to.path) and stays where it is: \(error)"
    case .quarantineFailed(let url, let error): "The store at \(url.path) could not be moved aside: \(error)"
    case .closing: "The store is being closed or dropped. Try again afterwards."
    case .dropFailed(let error): "The store could not be dropped: \(error)"
    }
  }

  private func list(_ names: [String]) -> String { names.isEmpty ? "none" : names.joined(separator: ", ") }
}
