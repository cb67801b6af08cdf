import CoreDataModelFormat
import Foundation
import Testing

/// The compressed texts were made with zlib.
@Suite struct RawDeflateTests {
  static let sentences = (0..<120).map { "entity \($0 % 17) has attribute \($0 * $0 % 23); " }.joined()
  static let dynamicBlock =
    "nZZBagMxDEWvMkewZI1i09OkMJBsumini96+hYJncHgi0fpjW/rP+vb2sd/3n6Ust+vXct33z/v7974t5W3Z/hWZFBmKTooNpU5KH4rNu/mQ1knS"
    + "ofi8qA7pMkmH0uZFbUh9lo6jZDbiWCWzE0fpoixV3tCCOlYuXxybLuyUoL3KTJ4HachRkGNBjIIYDSl2hnjqSNiHB4pn9yp6/oixBRiVMTbE6EjR"
    + "kWJDiKcagtJXbPiFcVQeR8+ANOYozLEwRmGMxhQ7Qzz1VfimsYOKtldmFQTJitfC8SpdUGm42yuZKkGo1tw4ajCOngJpHKrIsXCmIkZDip0j1ZGi"
    + "cqby21gZYwswKmNsqbfRmWIyU4VDtWbGUXkcPQHSOFSRY+FMRYzGFHsQqcEPR4NMDd7GmvvhnBAHH7Sn30b+4KQyVThUa2YclcfRUyAtCFXmWIJM"
    + "ZYzGFDtH6l9fvw=="
  static let fixedBlock = "y0jNyclXyEAndRTK84tyUgA="
  static let storedBlock = "AQwA8/9zdG9yZWQgYmxvY2s="

  private func decompress(_ base64: String, maximumSize: Int = 1 << 20) throws -> Data {
    try RawDeflate.decompress(try #require(Data(base64Encoded: base64)), maximumSize: maximumSize)
  }

  @Test(arguments: [
    (fixedBlock, "hello hello hello hello, world"), (storedBlock, "stored block"), ("AwA=", ""),
    (dynamicBlock, sentences),
  ])
  func everyKindOfBlock(compressed: String, expected: String) throws {
    #expect(String(decoding: try decompress(compressed), as: UTF8.self) == expected)
  }

  @Test func sizeIsBounded() {
    #expect(failure { _ = try decompress(Self.fixedBlock, maximumSize: 10) }?.kind == .limitExceeded)
    #expect(failure { _ = try decompress(Self.storedBlock, maximumSize: 10) }?.kind == .limitExceeded)
  }

  @Test func truncatedAndReservedBlocksAreDamage() {
    for base64 in ["", "Bw==", "AQwA8/9zdA==", "AQwA8v9zdG9yZWQgYmxvY2s="] {
      #expect(failure { _ = try decompress(base64) }?.kind == .malformedArchive, "\(base64)")
    }
  }
}
