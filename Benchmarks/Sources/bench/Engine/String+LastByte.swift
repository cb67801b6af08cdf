extension String {
  /// The last byte of the text, as C reads it; 0 for none. `utf8.last` goes through several generic calls.
  var lastByte: UInt8 {
    var text = self
    return text.withUTF8 { $0.last ?? 0 }
  }
}
