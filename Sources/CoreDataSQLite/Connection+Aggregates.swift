import CCoreDataSQLite

extension Connection {
  /// Makes an aggregate function known to SQL, in place of one of the same name and argument count.
  ///
  /// An argument count of -1 takes any number. `make` is called once for each group. An error becomes the statement's
  /// error. Throws `.busy` when statements are running that may use the function being replaced.
  package func register(
    aggregate name: String, argumentCount: Int, _ make: @escaping () -> any AggregateFunction
  ) throws(SQLiteError) {
    let aggregate = Unmanaged.passRetained(AggregateBox(make)).toOpaque()
    // SQLite releases the function, also when it refuses it.
    let result = sqlite3_create_function_v2(
      handle, name, Int32(clamping: argumentCount), SQLITE_UTF8 | SQLITE_DETERMINISTIC, aggregate, nil,
      { context, count, values in
        guard let context else { return }
        AggregateBox.step(FunctionArguments(context: context, count: Int(count), values: values), context)
      },
      { context in
        if let context { AggregateBox.finish(context) }
      },
      { pointer in
        if let pointer { Unmanaged<AggregateBox>.fromOpaque(pointer).release() }
      })
    try check(result)
  }
}

private final class AggregateBox {
  /// The rows of one group, which SQLite's memory for the group points to.
  private final class Group {
    let function: any AggregateFunction

    init(_ function: any AggregateFunction) { self.function = function }
  }

  private let make: () -> any AggregateFunction

  init(_ make: @escaping () -> any AggregateFunction) { self.make = make }

  static func step(_ arguments: borrowing FunctionArguments, _ context: OpaquePointer) {
    // Zeroed at the first row of a group.
    let size = MemoryLayout<UnsafeMutableRawPointer?>.size
    guard let memory = sqlite3_aggregate_context(context, Int32(size)) else {
      return sqlite3_result_error_nomem(context)
    }
    let place = memory.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    let group: Group
    if let known = place.pointee {
      group = Unmanaged<Group>.fromOpaque(known).takeUnretainedValue()
    } else if let box = box(of: context) {
      group = Group(box.make())
      place.pointee = Unmanaged.passRetained(group).toOpaque()
    } else {
      return
    }
    do {
      try group.function.step(arguments)
    } catch {
      FunctionFailure.report(error, to: context)
    }
  }

  /// SQLite calls this for every group that had a row, also after an error, and for a group without rows.
  static func finish(_ context: OpaquePointer) {
    let memory = sqlite3_aggregate_context(context, 0)?.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    let group = memory?.pointee.map { Unmanaged<Group>.fromOpaque($0).takeRetainedValue() }
    guard let function = group?.function ?? box(of: context)?.make() else { return }
    do {
      try function.result().report(to: context)
    } catch {
      FunctionFailure.report(error, to: context)
    }
  }

  private static func box(of context: OpaquePointer) -> AggregateBox? {
    sqlite3_user_data(context).map { Unmanaged<AggregateBox>.fromOpaque($0).takeUnretainedValue() }
  }
}
