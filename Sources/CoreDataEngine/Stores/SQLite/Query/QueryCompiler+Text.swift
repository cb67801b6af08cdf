extension QueryCompiler {
  /// Comparisons of text, in plain SQL where that has them, so that indexes serve; by the functions that evaluation uses
  /// otherwise.
  func text(_ left: SQLExpression, _ right: SQLExpression, _ comparison: PredicateComparison) throws -> SQLFragment {
    for side in [left, right] where !side.type.isText && !side.type.isNull {
      throw QueryError.typeMismatch(side.type.name, .text, in: .comparison(plain(comparison)))
    }
    let options = comparison.options
    if !options.folds, let plain = plainText(left, right, comparison.type) { return plain }
    var pattern = right.sql
    if let constant = right.constant, comparison.type == .matches {
      pattern = "\(SQLParameter(constant: constant.index, encoding: .pattern(options)))"
    }
    let type = comparison.type.rawValue
    return "\(raw: SQLFunctions.search)(\(left.sql), \(pattern), \(raw: options.rawValue), \(raw: type))"
  }

  private func plainText(
    _ left: SQLExpression, _ right: SQLExpression, _ type: NSComparisonPredicate.Operator
  ) -> SQLFragment? {
    switch type {
    case .contains: return "instr(\(left.sql), \(right.sql)) > 0"
    case .beginsWith:
      guard let constant = right.constant, left.constant == nil else { return nil }
      let lower = SQLParameter(constant: constant.index, encoding: .text)
      let upper = SQLParameter(constant: constant.index, encoding: .textUpperBound)
      return "(\(left.sql) >= \(lower) AND \(left.sql) < \(upper))"
    default: return nil
    }
  }
}

extension NSComparisonPredicate.Options {
  /// Whether text is folded before it is compared.
  var folds: Bool { !isDisjoint(with: [.caseInsensitive, .diacriticInsensitive]) }
}
