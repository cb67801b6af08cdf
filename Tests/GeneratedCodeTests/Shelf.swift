import CoreDataEngine

/// Hand-written as for Apple's platforms: the model's code generation for it is "none".
public class Shelf: NSManagedObject {
  @NSManaged public var label: String
  @NSManaged public var drafts: Set<Draft>
}
