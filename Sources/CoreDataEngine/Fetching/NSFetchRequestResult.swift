/// What a fetch request can give: managed objects, object IDs, dictionaries, numbers.
///
/// A marker, so that `NSFetchRequest<NSFetchRequestResult>` compiles as it does on Apple's platforms; it cannot be used
/// with `is` and `as?`.
@_marker public protocol NSFetchRequestResult: AnyObject {}

extension NSDictionary: NSFetchRequestResult {}
extension NSNumber: NSFetchRequestResult {}
