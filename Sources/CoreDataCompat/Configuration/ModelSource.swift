import Foundation

/// Where a stack's model comes from.
///
/// @unchecked Sendable: a model freezes when a stack first uses it; whoever passes an instance lets go of it.
public enum ModelSource: @unchecked Sendable {
  /// All models of these bundles joined; nil means the main bundle and the resource bundles beside it.
  case merged(_ bundles: [Bundle]? = nil)
  /// The model of this name in a bundle; nil means the main bundle and the resource bundles beside it.
  case named(String, in: Bundle? = nil)
  /// A model file or package: `.xcdatamodeld`, `.xcdatamodel`, `.momd` or `.mom`.
  case url(URL)
  /// A model made in code.
  case instance(NSManagedObjectModel)
}
