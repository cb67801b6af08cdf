import Foundation

/// A value that stands for something else in comparisons: an object and its ID, for instance, both give the ID.
package protocol IdentifiedValue: AnyObject {
  var comparisonIdentity: AnyHashable { get }
}
