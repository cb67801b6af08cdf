import Foundation

extension RawDeflate {
  /// The data as a deflate stream of stored blocks: valid for every reader, and without a compressor.
  package static func stored(_ data: Data) -> Data {
    let bytes = [UInt8](data)
    var stream: [UInt8] = []
    stream.reserveCapacity(bytes.count + 5 * (bytes.count / 0xffff + 1))
    var start = 0
    repeat {
      let end = min(start + 0xffff, bytes.count)
      let length = end - start
      let isLast: UInt8 = end == bytes.count ? 1 : 0
      stream += [isLast, UInt8(length & 0xff), UInt8(length >> 8), UInt8(~length & 0xff), UInt8(~length >> 8 & 0xff)]
      stream += bytes[start..<end]
      start = end
    } while start < bytes.count
    return Data(stream)
  }
}
