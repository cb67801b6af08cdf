import CProbeTracing
import CoreDataCompatTestSupport
import Foundation

extension Probe {
  private struct Weak {
    weak var object: AnyObject?
  }

  /// Opens and closes a store many times, with one manager and with new ones, and says what the process holds on to, half-way
  /// and at the end: descriptors, threads, bytes, and objects of earlier lives.
  @MainActor
  func live() async throws {
    let lives = Int(argument ?? "") ?? 1_000
    let manager = Manager(configuration: configuration())
    Population.insert(5, into: manager.managedObjectContext)
    try manager.save()
    var past: [Weak] = []
    for round in 1...lives {
      let current = round % 10 == 0 ? Manager(configuration: configuration()) : manager
      try current.load()
      let context = current.newBackgroundContext()
      let found = try context.performAndWait { try Population.count("Person", context) }
      if found != 5 { say("found \(found)") }
      past.append(Weak(object: context))
      past += current.persistentStoreCoordinator?.persistentStores.map { Weak(object: $0) } ?? []
      if current !== manager {
        past.append(Weak(object: current))
        past.append(Weak(object: current.managedObjectContext))
        past.append(Weak(object: current.persistentStoreCoordinator))
      }
      try await current.unload()
      if round % (lives / 2) == 0 { report(past) }
    }
  }

  private func report(_ past: [Weak]) {
    #if os(Linux)
      let files = FileManager.default
      let descriptors = (try? files.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? -1
      let threads = (try? files.contentsOfDirectory(atPath: "/proc/self/task").count) ?? -1
      let objects = past.count { $0.object != nil }
      say("holds \(descriptors) \(threads) \(coredata_trace_heap()) \(objects) of \(past.count)")
    #endif
  }
}
