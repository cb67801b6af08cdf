import Foundation

/// What came of opening a stack.
public struct StackReport: Sendable {
  /// Which stack was chosen, and why.
  public let selection: StackSelection
  /// The store's file; nil for one in memory.
  public let storeURL: URL?
  /// The former place from which the store was taken over; nil when it was at its own.
  public internal(set) var adoptedFrom: URL?
  /// Stores at former places that were left as they are, since there is another one at the store's own place.
  public internal(set) var untouchedFormerStores: [URL] = []
  /// The folder to which files were moved that could not be used; nil when there were none.
  public internal(set) var quarantine: URL?
  /// What went wrong without keeping the store from use: files that could not be deleted after they were taken over, say.
  public internal(set) var warnings: [String] = []
}
