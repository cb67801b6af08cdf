import CoreDataSQLite
import Testing

@Suite struct TransactionTests {
  private struct Failure: Error, Equatable {}
  private let folder: TemporaryFolder
  private let connection: Connection

  init() throws {
    folder = try TemporaryFolder()
    connection = try folder.connection()
    try connection.execute("CREATE TABLE t(a UNIQUE)")
  }

  private func values() throws -> String? {
    try connection.text("SELECT group_concat(a) FROM (SELECT a FROM t ORDER BY a)")
  }

  @Test(arguments: [Connection.TransactionKind.deferred, .immediate, .exclusive])
  func returningCommits(kind: Connection.TransactionKind) throws {
    let result = try connection.transaction(kind) {
      try connection.execute("INSERT INTO t VALUES (1)")
      #expect(connection.isInTransaction)
      return "done"
    }
    #expect(result == "done")
    #expect(!connection.isInTransaction)
    #expect(try values() == "1")
  }

  @Test func throwingRollsBack() throws {
    #expect(throws: Failure()) {
      try connection.transaction(.immediate) {
        try connection.execute("INSERT INTO t VALUES (1)")
        throw Failure()
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try values() == nil)
  }

  @Test func aFailedCommitRollsBack() throws {
    try connection.setPragma("foreign_keys", "ON")
    try connection.execute("CREATE TABLE child(a REFERENCES t(a) DEFERRABLE INITIALLY DEFERRED)")
    #expect(
      thrownCode {
        try connection.transaction { try connection.execute("INSERT INTO child VALUES (9)") }
      } == .constraint)
    #expect(!connection.isInTransaction)
    #expect(try connection.scalar("SELECT count(*) FROM child") == 0)
  }

  @Test func aReaderMakesTheCommitBusyAndNothingIsWritten() throws {
    try connection.execute("INSERT INTO t VALUES (1)")
    let reader = try folder.connection()
    let select = try reader.prepare("SELECT a FROM t")
    #expect(try select.step())
    #expect(
      thrownCode {
        try connection.transaction(.immediate) { try connection.execute("INSERT INTO t VALUES (2)") }
      } == .busy)
    #expect(!connection.isInTransaction)
    select.reset()
    #expect(try values() == "1")
  }

  @Test func sqlitesOwnRollbackIsReported() throws {
    try connection.execute("INSERT INTO t VALUES (1)")
    // The error that ended the transaction reaches the caller.
    #expect(
      thrownCode {
        try connection.transaction {
          try connection.execute("INSERT INTO t VALUES (2)")
          try connection.execute("INSERT OR ROLLBACK INTO t VALUES (1)")
        }
      } == .constraint)
    #expect(!connection.isInTransaction)
    #expect(try values() == "1")
    // A body that hides it does not pass for a success.
    #expect(
      thrownCode {
        try connection.transaction {
          try connection.execute("INSERT INTO t VALUES (2)")
          try? connection.execute("INSERT OR ROLLBACK INTO t VALUES (1)")
        }
      } == .error)
    #expect(try values() == "1")
  }

  @Test func savepointsNest() throws {
    try connection.transaction {
      try connection.execute("INSERT INTO t VALUES (1)")
      try connection.savepoint("a \"quoted\" name") {
        try connection.execute("INSERT INTO t VALUES (2)")
        #expect(throws: Failure()) {
          try connection.savepoint("inner") {
            try connection.execute("INSERT INTO t VALUES (3)")
            throw Failure()
          }
        }
      }
    }
    #expect(try values() == "1,2")
  }

  @Test func anOutermostSavepointIsATransaction() throws {
    #expect(throws: Failure()) {
      try connection.savepoint("s") {
        #expect(connection.isInTransaction)
        try connection.execute("INSERT INTO t VALUES (1)")
        throw Failure()
      }
    }
    #expect(!connection.isInTransaction)
    try connection.savepoint("s") { try connection.execute("INSERT INTO t VALUES (2)") }
    #expect(!connection.isInTransaction)
    #expect(try values() == "2")
  }

  @Test func sqlitesOwnRollbackEndsSavepointsToo() throws {
    try connection.execute("INSERT INTO t VALUES (1)")
    #expect(
      thrownCode {
        try connection.transaction {
          try connection.savepoint("s") { try connection.execute("INSERT OR ROLLBACK INTO t VALUES (1)") }
        }
      } == .constraint)
    #expect(!connection.isInTransaction)
    #expect(
      thrownCode {
        try connection.savepoint("s") { try? connection.execute("INSERT OR ROLLBACK INTO t VALUES (1)") }
      } == .error)
    #expect(!connection.isInTransaction)
  }

  @Test func nestedTransactionsTrap() async {
    await #expect(processExitsWith: .failure) {
      let connection = try Connection(.memory)
      try connection.transaction { try connection.transaction {} }
    }
  }
}
