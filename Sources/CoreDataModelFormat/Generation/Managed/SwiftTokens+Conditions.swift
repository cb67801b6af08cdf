extension [SwiftToken] {
  /// The tokens that are compiled here: without the branches of `#if` that are not.
  var compiled: [SwiftToken] {
    var result: [SwiftToken] = []
    /// For each open `#if`: whether the branch counts, and whether one before it was certainly taken.
    var branches: [(isActive: Bool, isDecided: Bool)] = []
    for token in self {
      guard token.kind == .condition else {
        if branches.allSatisfy(\.isActive) { result.append(token) }
        continue
      }
      if token.text.hasPrefix("#endif") {
        _ = branches.popLast()
      } else if token.text.hasPrefix("#else"), !token.text.hasPrefix("#elseif") {
        guard let branch = branches.popLast() else { continue }
        branches.append((!branch.isDecided, true))
      } else {
        let isFirst = token.text.hasPrefix("#if")
        let text = token.text.dropFirst(isFirst ? "#if".count : "#elseif".count)
        let isDecided = isFirst ? false : branches.popLast()?.isDecided ?? false
        let value = CompilationCondition.value(of: String(text))
        branches.append((!isDecided && value != false, isDecided || value == true))
      }
    }
    return result
  }
}
