import CoreData

#if canImport(ObjectiveC)
  @objc(Loan)
#endif
public class Loan: NSManagedObject {
  @NSManaged public var book: Book?
  @NSManaged public var days: Int
  @NSManaged public var fee: NSDecimalNumber?
  @NSManaged public var reader: Reader!
}
