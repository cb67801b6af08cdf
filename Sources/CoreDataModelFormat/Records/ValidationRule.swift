/// A predicate that a property's value must satisfy, with the warning that a failure carries.
package struct ValidationRule: Equatable, Sendable {
  package var predicate: PredicateText
  package var warning: ModelValue?

  package init(predicate: PredicateText, warning: ModelValue? = nil) {
    self.predicate = predicate
    self.warning = warning
  }
}
