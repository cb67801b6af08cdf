/// The objects of a fetch, read batch by batch as they are looked at, and held no longer than that.
///
/// An extra beside Apple's API. On Apple's platforms the array of a fetch with a `fetchBatchSize` is of a class that does
/// this; an array of Swift holds all its elements. These results hold the keys, eight bytes for each, and the objects of
/// one batch, so that a walk over a million objects takes little more memory than one over a thousand. An object that
/// somebody else holds stays the same object, as ever in its context.
///
/// What the results are is settled by the fetch: an object that is deleted later reads as an object with no values, and a
/// new one does not appear. To be used on the queue of the context.
public struct BatchedFetchResults<Element: NSManagedObject>: RandomAccessCollection {
  private let source: BatchSource

  init(_ source: BatchSource) { self.source = source }

  /// 0.
  public var startIndex: Int { 0 }

  /// The number of objects.
  public var endIndex: Int { source.count }

  /// The object at a place. The first one of a batch makes faults of the batch; the first value that is read of them reads
  /// all their rows. An index out of range traps.
  public subscript(position: Int) -> Element {
    let object = source.object(at: position)
    if type(of: object) == Element.self { return unsafeDowncast(object, to: Element.self) }
    guard let element = object as? Element else {
      fatalError(
        "The object \(object.currentID) is of class \(type(of: object)), and the request is for \(Element.self).")
    }
    return element
  }
}
