import CBaseline
import CoreDataCompat

/// The workloads through the public API, with the container stack.
struct EngineSide: Side {
  let name = "ours"
  let model = BenchmarkModel.make()

  func open(_ url: URL) throws -> EngineFile { try EngineFile(url, model: model) }

  func fill(_ url: URL, with content: Content) throws {
    let file = try open(url)
    switch content {
    case .empty: break
    case .items(let count): try insertInBatch(ItemValues.first(count), into: file)
    case .families: try insertFamilies(into: file)
    }
  }

  func prepare(_ workload: Workload, at url: URL, items: Int) throws -> () throws -> UInt64 {
    let file = try open(url)
    switch workload {
    case .insert: return insert(items, into: file)
    case .batchInsert: return batchInsert(items, into: file)
    case .saves: return saveOneByOne(in: file)
    case .update: return try update(in: file)
    case .delete: return try delete(in: file)
    case .fetch: return fetch(from: file)
    case .byIDCold: return try readByID(from: file, items: items, warm: false)
    case .byIDWarm: return try readByID(from: file, items: items, warm: true)
    case .filter: return filter(in: file)
    case .sort: return sort(in: file)
    case .count: return count(in: file)
    case .toOneFirst: return readParents(in: file)
    case .toOneAgain: return try readParentsAgain(in: file)
    case .toMany: return readChildren(in: file)
    }
  }
}
