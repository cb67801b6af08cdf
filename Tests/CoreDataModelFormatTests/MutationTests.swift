import CoreDataModelFormat
import Foundation
import Testing

/// Damaged files give a typed error or a document; never a trap, and never in more than a moment.
@Suite struct MutationTests {
  /// Repeatable, so that a failure can be looked at again.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  private static func mutate(_ data: Data, with generator: inout Generator) -> Data {
    var bytes = [UInt8](data)
    // Half of the files keep their length, so that readers get past what merely locates things.
    let keepsLength = Bool.random(using: &generator)
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<(keepsLength ? 4 : 6), using: &generator) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 1: bytes[place] = [0x00, 0xff, 0x7f, 0x80, 0x1f].randomElement(using: &generator) ?? 0
      case 2: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &generator))
      case 3: bytes[place] = bytes[Int.random(in: 0..<bytes.count, using: &generator)]
      case 4: bytes.removeLast(Int.random(in: 0...min(64, bytes.count), using: &generator))
      default:
        let end = min(bytes.count, place + Int.random(in: 1...32, using: &generator))
        bytes.insert(contentsOf: bytes[place..<end], at: place)
      }
    }
    return Data(bytes)
  }

  /// Does with a damaged document what its users do.
  private static func exercise(_ document: ModelDocument) {
    _ = document.compiledForm()
    _ = document.versionHashes()
    _ = ModelValidator(document).problems()
    _ = failure { _ = try XMLModelWriter().data(for: document) }
    _ = failure { _ = try CompiledModelWriter().data(for: document) }
  }

  private static func survive(
    _ original: Data, seed: UInt64, rounds: Int, read: (Data) throws -> ModelDocument
  ) -> (loaded: Int, refused: Int, slowest: Duration) {
    var generator = Generator(state: seed)
    var loaded = 0
    var refused = 0
    var slowest = Duration.zero
    for _ in 0..<rounds {
      let damaged = mutate(original, with: &generator)
      let time = ContinuousClock().measure {
        do {
          exercise(try read(damaged))
          loaded += 1
        } catch {
          if error is ModelFormatError { refused += 1 }
        }
      }
      slowest = max(slowest, time)
    }
    return (loaded, refused, slowest)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func damagedSourceModels(seed: UInt64) throws {
    let data = try XMLModelWriter().data(for: SampleModels.library)
    let result = Self.survive(data, seed: seed, rounds: 300) { try XMLModelReader().document(from: $0, name: "M") }
    #expect(result.loaded + result.refused == 300)
    #expect(result.refused > 0 && result.loaded > 0)
    #expect(result.slowest < .seconds(5))
  }

  @Test(arguments: [4, 5, 6] as [UInt64])
  func damagedCompiledModels(seed: UInt64) throws {
    let data = try CompiledModelWriter().data(for: SampleModels.library)
    let result = Self.survive(data, seed: seed, rounds: 400) { try CompiledModelReader().document(from: $0, name: "M") }
    #expect(result.loaded + result.refused == 400)
    #expect(result.refused > 0 && result.loaded > 0)
    #expect(result.slowest < .seconds(5))
  }

  @Test(arguments: [7, 8] as [UInt64])
  func damagedModelCaches(seed: UInt64) throws {
    let data = try CompiledModelWriter().data(for: SampleModels.library)
    let result = Self.survive(Self.stored(data), seed: seed, rounds: 300) {
      try CompiledModelReader().document(fromModelCache: $0, name: "M")
    }
    #expect(result.loaded + result.refused == 300)
    #expect(result.slowest < .seconds(5))
  }

  @Test func everyTruncationOfACompiledModelIsRefused() throws {
    let data = try CompiledModelWriter().data(for: SampleModels.library)
    for length in stride(from: 0, to: data.count, by: 7) {
      #expect(failure { _ = try CompiledModelReader().document(from: data.prefix(length), name: "M") } != nil)
    }
  }

  /// The property lists of packages go through Foundation's reader, damaged ones too.
  @Test(arguments: ["momd", "xcdatamodeld"])
  func damagedPackages(form: String) throws {
    try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("Library.\(form)")
      try ModelWriter.write([SampleModels.library], to: url)
      let file = url.appendingPathComponent(form == "momd" ? CompiledVersionInfo.fileName : ".xccurrentversion")
      let original = try Data(contentsOf: file)
      var generator = Generator(state: 9)
      var ended = 0
      for _ in 0..<300 {
        try Self.mutate(original, with: &generator).write(to: file)
        let error = failure { _ = try ModelPackage(url: url) }
        #expect(error == nil || error?.file != nil)
        ended += 1
      }
      #expect(ended == 300)
    }
  }

  /// Deflate blocks without compression.
  private static func stored(_ data: Data) -> Data {
    var output = Data()
    var rest = data[...]
    repeat {
      let part = rest.prefix(0xffff)
      rest = rest.dropFirst(part.count)
      let length = UInt16(part.count)
      output.append(contentsOf: [rest.isEmpty ? 1 : 0, UInt8(length & 0xff), UInt8(length >> 8)])
      output.append(contentsOf: [UInt8(~length & 0xff), UInt8(~length >> 8)])
      output.append(part)
    } while !rest.isEmpty
    return output
  }
}
