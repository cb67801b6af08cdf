/// How wide text is in the sans-serif fonts of a diagram, rather too much than too little.
enum TextWidth {
  static func of(_ text: String, size: Double, isBold: Bool = false) -> Double {
    text.reduce(0) { $0 + width(of: $1) } * size / 1_000 * (isBold ? 1.08 : 1)
  }

  /// In thousandths of the size, as Helvetica and Arial have them, or a little more.
  private static func width(of character: Character) -> Double {
    switch character {
    case "i", "j", "l", "I", "'", ".", ",", ":", ";", "|", "!", " ": 290
    case "f", "t", "r", "(", ")", "/", "-": 350
    case "m", "M": 870
    case "w", "W", "@", "%": 960
    case "A"..."Z": 740
    case "a"..."z", "0"..."9", "_", "?", "*": 580
    default: 1_000
    }
  }
}
