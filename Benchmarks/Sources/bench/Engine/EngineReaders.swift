import CCounters
import CoreDataCompat

/// What several contexts reach at once, with each stack. Elapsed time, since this is about doing two things at once.
struct EngineReaders {
  let side: EngineSide

  func measure(_ url: URL) throws -> [Limit] {
    [
      Limit(
        name: "two readers at once, container stack", unit: "times the throughput of one",
        value: try throughputOfTwo(ContainerStack.self, url), atLeast: 1.6),
      Limit(
        name: "two readers at once, legacy stack, which serialises", unit: "times the throughput of one",
        value: try throughputOfTwo(LegacyStack.self, url)),
      Limit(
        name: "longest wait of a reader during a save of 100,000, container stack", unit: "of the save's time",
        value: try longestWait(ContainerStack.self, url), atMost: 0.25),
      Limit(
        name: "the same, legacy stack", unit: "of the save's time", value: try longestWait(LegacyStack.self, url)),
    ]
  }

  private func stack<Stack: StackProvider>(_ type: Stack.Type, _ url: URL) throws -> Stack {
    var configuration = StackConfiguration(model: .instance(side.model), place: .file(url))
    configuration.pragmas = ["journal_mode": "WAL", "synchronous": "NORMAL"]
    let stack = try Stack(configuration: configuration)
    try stack.load()
    return stack
  }

  private func throughputOfTwo<Stack: StackProvider>(_ type: Stack.Type, _ url: URL) throws -> Double {
    let stack = try stack(type, url)
    func elapsed(readers: Int) -> Double {
      let contexts = (0..<readers).map { _ in stack.newBackgroundContext() }
      let group = DispatchGroup()
      let start = DispatchTime.now()
      for context in contexts {
        group.enter()
        context.perform {
          for _ in 0..<10 {
            let items = (try? context.fetch(NSFetchRequest<Item>(entityName: "Item"))) ?? []
            precondition(items.reduce(0) { $0 &+ $1.a } > 0, "a reader found nothing")
            context.reset()
          }
          group.leave()
        }
      }
      group.wait()
      return Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds)
    }
    _ = elapsed(readers: 1)
    let throughputs = (0..<3).map { _ in 2 * elapsed(readers: 1) / elapsed(readers: 2) }
    try stack.unload()
    return Measurement.median(throughputs) ?? 0
  }

  /// The longest time that reading a few objects takes while another context saves many, as a part of the save's.
  private func longestWait<Stack: StackProvider>(_ type: Stack.Type, _ url: URL) throws -> Double {
    let stack = try stack(type, url)
    let (writer, reader) = (stack.newBackgroundContext(), stack.newBackgroundContext())
    writer.performAndWait { for value in ItemValues.first(Workload.itemCount) { Item(context: writer).take(value) } }
    let group = DispatchGroup()
    nonisolated(unsafe) var saving = 0.0
    let isSaved = NSLock()
    nonisolated(unsafe) var isDone = false
    group.enter()
    writer.perform {
      let start = DispatchTime.now().uptimeNanoseconds
      precondition((try? writer.save()) != nil, "the save failed")
      saving = Double(DispatchTime.now().uptimeNanoseconds - start)
      isSaved.withLock { isDone = true }
      group.leave()
    }
    let longest = reader.performAndWait {
      var longest: UInt64 = 0
      let request = NSFetchRequest<Item>(entityName: "Item")
      request.fetchLimit = 10
      while !isSaved.withLock({ isDone }) {
        let start = DispatchTime.now().uptimeNanoseconds
        let items = (try? reader.fetch(request)) ?? []
        precondition(items.count == 10, "the reader found nothing")
        longest = max(longest, DispatchTime.now().uptimeNanoseconds - start)
        reader.reset()
      }
      return longest
    }
    group.wait()
    try stack.unload()
    return Double(longest) / saving
  }
}
