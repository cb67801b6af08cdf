/// A time zone: a name, where it lies, and its eras in the order of time.
struct ZoneRecord: Sendable {
  let name: String
  /// Nil for zones of no place, such as `Etc/UTC`.
  let place: ZonePlace?
  let eras: [EraRecord]
}
