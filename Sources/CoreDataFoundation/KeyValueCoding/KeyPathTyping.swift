/// An object that knows what its key paths lead to.
package protocol KeyPathTyping {
  /// Whether a relationship to many objects is on the way.
  func leadsToMany(_ keys: ArraySlice<String>) -> Bool
}
