import CoreDataModelFormat
import Foundation
import Testing

/// The vectors are those of NIST's examples for FIPS 180-4.
@Suite struct HashFunctionTests {
  static let twoBlocks256 = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
  static let twoBlocks512 =
    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
    + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (twoBlocks256, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
  ])
  func sha256(message: String, expected: String) {
    #expect(SHA256.hash(message.utf8).hex == expected)
  }

  @Test func sha256OfAMillionLetters() {
    #expect(
      SHA256.hash(repeatElement(UInt8(ascii: "a"), count: 1_000_000)).hex
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test(arguments: [
    (
      "",
      "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
        + "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"
    ),
    (
      "abc",
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    ),
    (
      twoBlocks512,
      "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
        + "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"
    ),
  ])
  func sha512(message: String, expected: String) {
    #expect(SHA512.hash(message.utf8).hex == expected)
  }

  /// Lengths on both sides of where the padding needs another block; made with another implementation.
  @Test(arguments: [
    (55, "943cc61860776ca8e78a365d988036ed2ade2ca4aca3236dd9501adc4fbbaa27"),
    (56, "849e6994b02d460680d1d4d9ed690aa35811c88056987e0b6cad0eb85cb7d98d"),
    (63, "4267755c91adbe48467358342d80bda027985cda840cea5aef936cdc0aa6138e"),
    (64, "6cfeeb3aa25d3f411dae5eec17d7369ca7153e72dcf54bcf4c3daec0f5b21fc7"),
    (119, "62f7b490eef6978ea4e047afde0cfd06b542157473c8911d06c787a4de76ef8e"),
    (120, "96a7c72dd059118dbff67391b9e719c6ea49d8985fbc1641fee363dcdee0f7e6"),
  ])
  func sha256Padding(length: Int, expected: String) {
    #expect(SHA256.hash(repeatElement(7, count: length)).hex == expected)
  }

  @Test(arguments: [
    (111, "56f694f7f6f83a204d65a428ea0eb51410515b744a809d4149a0d5a84f2e2ba7"),
    (112, "9a575c5b522376d98ccf0a6ae515eddc1a77dc7205fe96c4ba253719ed0e82f5"),
    (127, "590ab3d19d03ed17725ae34f1793f557c5f2b126ab959e8e6f0234de6b5e54b0"),
    (128, "3ab683d8cd4a34e524a4f74451a25d2694e2d2e6b98a5fc8b4afbf6cf4d78ac6"),
    (239, "3333372b58b55a2501486312946415235d298726b056e263f54d7e886f6c58ee"),
    (240, "76488766c0411742e2aae443094e19147b74136f8bab5aaa45174c6261922c93"),
  ])
  func sha512Padding(length: Int, expectedStart: String) {
    #expect(SHA512.hash(repeatElement(7, count: length)).hex.hasPrefix(expectedStart))
  }
}

extension Data {
  var hex: String { map { String(format: "%02x", $0) }.joined() }
}
