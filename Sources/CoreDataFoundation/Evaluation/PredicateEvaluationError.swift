import Foundation

/// A predicate or expression that has no answer: an unknown key or function, a missing variable, a bad pattern.
package struct PredicateEvaluationError: Error, CustomStringConvertible, LocalizedError {
  package let description: String

  package init(_ description: String) { self.description = description }

  package var errorDescription: String? { description }
}
