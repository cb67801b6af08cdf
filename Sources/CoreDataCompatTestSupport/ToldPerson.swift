import CoreDataCompat

/// A person that notes what it is told.
final class ToldPerson: NSManagedObject {
  var calls: [String] = []

  override func awakeFromInsert() {
    super.awakeFromInsert()
    calls.append("inserted")
  }

  override func awakeFromFetch() {
    super.awakeFromFetch()
    calls.append("read")
  }

  override func willSave() {
    super.willSave()
    guard !isDeleted else { return }
    calls.append("will save")
    if value(forKey: "nick") == nil { setValue("told", forKey: "nick") }
  }

  override func didSave() {
    super.didSave()
    if !isDeleted, managedObjectContext != nil { calls.append("did save") }
  }

  override func prepareForDeletion() {
    super.prepareForDeletion()
    calls.append("deleted")
  }
}
