import Foundation

/// Damage that knows nothing of what the bytes mean.
enum ByteDamage {
  static func apply(to data: Data, _ generator: inout Generator) -> Data {
    var bytes = [UInt8](data)
    // Half of the files keep their length, so that readers get past what merely locates things.
    let keepsLength = Bool.random(using: &generator)
    for _ in 0..<generator.number(1..<5) where !bytes.isEmpty {
      let place = generator.number(0..<bytes.count)
      switch generator.number(0..<(keepsLength ? 6 : 9)) {
      case 0, 1: bytes[place] ^= 1 << UInt8(generator.number(0..<8))
      case 2: bytes[place] = generator.any([0x00, 0xff, 0x7f, 0x80, 0x1f])
      case 3: bytes.swapAt(place, generator.number(0..<bytes.count))
      case 4: swapPages(&bytes, &generator)
      case 5: fill(&bytes, place, &generator)
      case 6: bytes.removeLast(generator.number(0..<min(64, bytes.count) + 1))
      case 7: bytes.removeLast(generator.number(0..<bytes.count + 1))
      default:
        let end = min(bytes.count, place + generator.number(1..<33))
        bytes.insert(contentsOf: bytes[place..<end], at: place)
      }
    }
    return Data(bytes)
  }

  private static func swapPages(_ bytes: inout [UInt8], _ generator: inout Generator) {
    let size = 4_096
    guard bytes.count >= 2 * size else { return }
    let (a, b) = (generator.number(0..<bytes.count / size) * size, generator.number(0..<bytes.count / size) * size)
    for offset in 0..<size { bytes.swapAt(a + offset, b + offset) }
  }

  private static func fill(_ bytes: inout [UInt8], _ place: Int, _ generator: inout Generator) {
    let value = UInt8(generator.number(0..<256))
    for index in place..<min(bytes.count, place + generator.number(1..<200)) { bytes[index] = value }
  }
}
