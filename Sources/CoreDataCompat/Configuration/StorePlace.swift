import Foundation

/// The folder or file of a store: one rule, whichever stack opens it.
public enum StorePlace: Sendable, Hashable {
  /// The user's folder for application data, as `NSPersistentContainer.defaultDirectoryURL()` gives it. It is made when
  /// it is missing.
  case applicationData
  /// A folder, which must exist.
  case directory(URL)
  /// A file, whose folder must exist; `/dev/null` keeps an SQLite store in memory.
  case file(URL)
  /// The folder that an app group shares. Only Apple's platforms have groups; elsewhere it is an error.
  case appGroup(String)
}
