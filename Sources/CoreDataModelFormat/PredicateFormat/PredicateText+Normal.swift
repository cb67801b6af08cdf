extension PredicateText {
  /// The predicate in the one spelling that reading an archive of it gives; unchanged if it cannot be archived.
  var normalized: PredicateText {
    guard case .format(let text) = self, let node = try? FormatParser.predicate(text) else { return self }
    var builder = ArchiveBuilder()
    let root = builder.predicate(node)
    return ArchivedPredicateText(archive: builder.finish(root: root)).predicate(root) ?? self
  }

  /// The same for a derivation expression.
  static func normalized(expression text: String) -> String {
    guard let node = try? FormatParser.expression(text) else { return text }
    var builder = ArchiveBuilder()
    let root = builder.expression(node)
    let rendered = ArchivedPredicateText(archive: builder.finish(root: root)).expression(root)
    return (try? rendered.get()) ?? text
  }
}
