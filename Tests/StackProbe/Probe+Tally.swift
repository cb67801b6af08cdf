import CoreDataCompatTestSupport
import Foundation

extension Probe {
  /// Reads a counter that another process counts up too, adds one and twenty people, and saves, so many times. Who finds that
  /// the counter has changed meanwhile, or the store busy, begins the round anew. Says how often that was.
  func tally() throws {
    var configuration = configuration()
    configuration.timeout = 0.05
    let manager = Manager(configuration: configuration)
    try manager.load()
    let context = manager.newBackgroundContext()
    var (conflicts, waits) = (0, 0)
    for round in 0..<(Int(argument ?? "") ?? 50) {
      var isSaved = false
      while !isSaved {
        try context.performAndWait {
          context.reset()
          do {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Team")
            guard let counter = try context.fetch(request).first else { throw CocoaError(.fileNoSuchFile) }
            let count = (counter.value(forKey: "name") as? String).flatMap { Int($0) } ?? 0
            counter.setValue("\(count + 1)", forKey: "name")
            for number in 0..<20 {
              Population.make("Person", ["name": "\(stack) \(round) \(number)", "team": counter], context)
            }
            try context.save()
            isSaved = true
          } catch let error as CocoaError where error.errorCode == NSManagedObjectMergeError {
            conflicts += 1
          } catch let error as CocoaError where error.errorCode == NSPersistentStoreTimeoutError {
            waits += 1
          }
        }
      }
    }
    say("tallied with \(conflicts) conflicts and \(waits) waits")
  }
}
