/// How SQLite keeps the data it needs to roll back or recover.
package enum JournalMode: String, Sendable, CaseIterable {
  case delete, truncate, persist, memory, wal, off
}
