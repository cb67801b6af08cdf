import CoreData

// The model's code generation is "Manual/None": this file is the one of the app, where Xcode compiles it over Apple's
// framework. `@objc` does not compile without Objective-C, so it stands under a condition; nothing else differs.

#if canImport(ObjectiveC)
  @objc
#endif
public enum ReaderKind: Int16 {
  case child, adult
}

#if canImport(ObjectiveC)
  @objc(Reader)
#endif
public class Reader: NSManagedObject, Identifiable {
  @NSManaged public var id: UUID?
  @NSManaged public var joined: Date
  @NSManaged public var kind: ReaderKind
  @NSManaged public var name: String
  @NSManaged public var tags: [String]?
  @NSManaged public private(set) var loans: Set<Loan>

  @nonobjc public class func fetchRequest() -> NSFetchRequest<Reader> {
    NSFetchRequest<Reader>(entityName: "Reader")
  }

  public override func awakeFromInsert() {
    super.awakeFromInsert()
    id = UUID()
  }
}

extension Reader {
  @NSManaged public func addToLoans(_ value: Loan)
  @NSManaged public func removeFromLoans(_ values: NSSet)
}
