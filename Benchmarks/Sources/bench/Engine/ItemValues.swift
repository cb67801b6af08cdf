import CBaseline
import Foundation

/// An item of the baseline as Swift values, made before the time is taken.
struct ItemValues {
  let id: Int64
  let a: Int64
  let b: Double
  let created: Date
  let name: String
  let note: String
  let blob: Data

  /// The first `count` items.
  static func first(_ count: Int) -> [ItemValues] {
    UnsafeBufferPointer(start: baseline_items(Int64(count)), count: count).map(ItemValues.init)
  }

  private init(_ item: baseline_item) {
    id = item.id
    a = item.a
    b = item.b
    created = Date(timeIntervalSinceReferenceDate: item.created)
    // The last byte ends the text of C.
    name = withUnsafeBytes(of: item.name) { String(decoding: $0.dropLast(), as: UTF8.self) }
    note = withUnsafeBytes(of: item.note) { String(decoding: $0.dropLast(), as: UTF8.self) }
    blob = withUnsafeBytes(of: item.blob) { Data($0) }
  }

  var sum: UInt64 { Self.sum(id: id, a: a, b: b, created: created, name: name, note: note, blob: blob) }

  static func sum(
    id: Int64, a: Int64, b: Double, created: Date?, name: String?, note: String?, blob: Data?
  ) -> UInt64 {
    var sum = UInt64(bitPattern: id) &* 3 &+ UInt64(bitPattern: a) &* 5 &+ UInt64(b * 2) &* 7
    sum &+= UInt64(created?.timeIntervalSinceReferenceDate ?? 0)
    if let name { sum &+= UInt64(name.utf8.count) &* 11 &+ UInt64(name.lastByte) }
    if let note { sum &+= UInt64(note.utf8.count) &* 13 &+ UInt64(note.utf8.first ?? 0) }
    if let blob { sum &+= UInt64(blob.count) &* 17 &+ UInt64(blob.first ?? 0) }
    return sum
  }
}
