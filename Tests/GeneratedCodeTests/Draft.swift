import CoreDataEngine

/// Hand-written: the model's code generation for it is "category", so only its properties are generated.
public class Draft: NSManagedObject {
  var heading: String { `default` ?? "untitled" }
}
