import CBaseline
import Foundation

/// The workloads in C.
struct BaselineSide: Side {
  let name = "C"

  func fill(_ url: URL, with content: Content) throws {
    let file = BaselineFile(url)
    switch content {
    case .empty: break
    case .items(let count): _ = file.use { baseline_insert($0, baseline_items(Int64(count)), Int64(count)) }
    case .families: file.use(baseline_add_families)
    }
  }

  func prepare(_ workload: Workload, at url: URL, items: Int) throws -> () throws -> UInt64 {
    let file = BaselineFile(url)
    let total = Int64(items)
    let part = Int64(Workload.partCount)
    let repetitions = Int64(Workload.repetitions)
    switch workload {
    case .insert, .batchInsert:
      let rows = baseline_items(total)
      return { file.use { baseline_insert($0, rows, total) } }
    case .saves:
      let count = Int64(Workload.saveCount)
      let rows = baseline_items(count)
      return { file.use { baseline_insert_one_by_one($0, rows, count) } }
    case .fetch: return { file.use(baseline_fetch_all) }
    case .byIDCold: return { file.use { baseline_fetch_by_key($0, part, total) } }
    case .byIDWarm:
      _ = file.use { baseline_fetch_by_key($0, part, total) }
      return { file.use { baseline_fetch_by_key($0, part, total) } }
    case .filter: return { file.use { baseline_filter($0, Int64(Workload.filterValues)) } }
    case .sort: return { file.use { baseline_sort($0, Int64(Workload.sortLimit), repetitions) } }
    case .count: return { file.use { baseline_count($0, repetitions) } }
    case .update:
      let values = baseline_items(2 * part) + Int(part)
      return { file.use { baseline_update($0, values, part) } }
    case .delete: return { file.use { baseline_delete($0, part) } }
    case .toOneFirst: return { file.use(baseline_to_one) }
    case .toOneAgain:
      _ = file.use(baseline_to_one)
      return { file.use(baseline_to_one) }
    case .toMany: return { file.use(baseline_to_many) }
    }
  }
}
