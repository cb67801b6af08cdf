// Apple's Core Data hands Foundation on to whoever imports it. It also keeps our `NSExpression` and
// `NSComparisonPredicate` unambiguous there: they hide Foundation's unusable ones, unless a file imports both.
@_exported import Foundation
