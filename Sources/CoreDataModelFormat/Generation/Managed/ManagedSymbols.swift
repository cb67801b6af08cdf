/// The symbols that the compiler leaves undefined for a managed declaration.
struct ManagedSymbols {
  /// Of a property: without the last letter, "g" for its getter and "s" for its setter. Of a method: all of it.
  let text: String

  /// Nil if a type is not known, or a name is not ASCII.
  init?(_ declaration: ManagedDeclaration, module: String, scan: SourceScan) {
    var mangler = SymbolMangler()
    let path = declaration.path
    guard (path + [module, declaration.name]).allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) else { return nil }
    mangler.appendNominal(path, module: module, scan: scan)
    mangler.appendIdentifier(declaration.name)
    switch declaration.member {
    case .property(let type):
      guard mangler.append(type, context: path, module: module, scan: scan) else { return nil }
      mangler.append("v")
    case .method(let labels, let types):
      if labels.allSatisfy({ $0 == nil }) {
        mangler.append("y")
      } else {
        for label in labels { if let label { mangler.appendIdentifier(label) } else { mangler.append("_") } }
      }
      mangler.append("y")
      let isTuple = types.count > 1 || labels.first.flatMap(\.self) != nil
      for (index, type) in types.enumerated() {
        guard mangler.append(type, context: path, module: module, scan: scan) else { return nil }
        if isTuple, index == 0 { mangler.append("_") }
      }
      mangler.append(isTuple ? "tF" : "F")
    }
    text = mangler.text
  }
}
