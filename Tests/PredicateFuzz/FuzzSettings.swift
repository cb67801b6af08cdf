import Foundation

/// What the program is asked for.
struct FuzzSettings {
  private(set) var inputs = 10_000_000
  private(set) var seconds = 1e9
  private(set) var seed: UInt64 = 1
  private(set) var first = 0

  init(_ arguments: [String]) {
    var rest = arguments.dropFirst()
    while let name = rest.popFirst() {
      let value = FuzzSettings.required(rest.popFirst(), "\(name) needs a value")
      let refusal = "\(name) cannot be \(value)"
      switch name {
      case "--inputs": inputs = FuzzSettings.required(Int(value), refusal)
      case "--seconds": seconds = FuzzSettings.required(Double(value), refusal)
      case "--seed": seed = FuzzSettings.required(UInt64(value), refusal)
      case "--first": first = FuzzSettings.required(Int(value), refusal)
      default: FuzzSettings.refuse("unknown option \(name)")
      }
    }
  }

  private static func required<T>(_ value: T?, _ reason: String) -> T {
    guard let value else { refuse(reason) }
    return value
  }

  private static func refuse(_ reason: String) -> Never {
    print(reason)
    exit(64)
  }
}
