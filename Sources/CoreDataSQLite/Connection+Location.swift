extension Connection {
  /// Where a database lies.
  package enum Location: Hashable, Sendable {
    /// A file; the path is taken as it is, whatever characters it has, and is never read as a URI.
    case file(String)
    /// A file that nobody changes while it is open. It is read without locks, and nothing is made beside it; a log
    /// it may have is not seen.
    case immutableFile(String)
    /// A private database in memory, gone when the connection closes.
    case memory
    /// A database in memory shared by all connections of the process that use the same name, gone with the last.
    case sharedMemory(name: String)
    /// A private database that SQLite may spill to a temporary file.
    case temporary
  }
}

extension Connection.Location {
  var path: String? {
    switch self {
    case .file(let path), .immutableFile(let path): path
    case .memory, .sharedMemory, .temporary: nil
    }
  }

  var isURI: Bool {
    switch self {
    case .immutableFile, .sharedMemory: true
    case .file, .memory, .temporary: false
    }
  }

  /// The name for `sqlite3_open_v2`.
  ///
  /// Distributions build SQLite with URI names always on, so a relative path such as `file:a` or `:memory:` would
  /// not mean a file. A leading `./` makes it one.
  var fileName: String {
    switch self {
    case .file(let path): path.utf8.first == UInt8(ascii: "/") ? path : "./" + path
    case .immutableFile(let path): "file:\(Self.percentEscaped(path))?immutable=1"
    case .memory: ":memory:"
    case .sharedMemory(let name): "file:\(Self.percentEscaped(name))?mode=memory&cache=shared"
    case .temporary: ""
    }
  }

  private static func percentEscaped(_ name: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var escaped: [UInt8] = []
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        escaped.append(byte)
      default:
        escaped += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}
