import Foundation

/// How a set is changed by another one. Follows Apple's `NSKeyValueSetMutationKind`.
public enum NSKeyValueSetMutationKind: UInt, Sendable {
  /// Members are added.
  case union = 1
  /// Members are removed.
  case minus = 2
  /// Only common members stay.
  case intersect = 3
  /// The members are replaced.
  case set = 4
}
