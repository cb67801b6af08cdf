/// The errors of migrations, with Apple's codes, texts and keys.
enum MigrationError {
  /// 134130: the model that the store was made with was not found.
  static func missingSourceModel(at url: URL, metadata: [String: Any], searched: [String]) -> NSError {
    NSError.coreData(
      NSMigrationMissingSourceModelError,
      userInfo: [
        "URL": url, "metadata": metadata, "reason": "Can't find model for source store",
        NSLocalizedFailureReasonErrorKey:
          "Can't find model for source store. Searched: \(searched.joined(separator: "; ")).",
        NSLocalizedRecoverySuggestionErrorKey:
          "Keep the older versions of the model in its package; the store has been left as it was.",
        NSFilePathErrorKey: url.path,
      ])
  }

  /// 134120: the program's `Progress` was cancelled.
  static var cancelled: NSError { .coreData(NSMigrationCancelledError, reason: "The migration was cancelled.") }

  /// 134140: no mapping model was found, and none can be inferred.
  static func missingMappingModel(
    from source: NSManagedObjectModel, to destination: NSManagedObjectModel, problems: [InferenceProblem]
  ) -> NSError {
    var info: [String: Any] = [
      "sourceModel": source, "destinationModel": destination,
      "reason": "Can't find or automatically infer mapping model for migration",
    ]
    let list = problems.isEmpty ? "" : ": " + problems.map(\.text).joined(separator: "; ")
    info[NSLocalizedFailureReasonErrorKey] = "Can't find or automatically infer mapping model for migration\(list)."
    return NSError.coreData(
      NSMigrationMissingMappingModelError, underlying: problems.isEmpty ? nil : cannotInfer(problems), userInfo: info)
  }

  /// 134190, for the first problem; all of them under `NSDetailedErrorsKey` when there are several.
  static func cannotInfer(_ problems: [InferenceProblem]) -> NSError {
    let errors = problems.map { problem in
      NSError.coreData(
        NSInferredMappingModelError, reason: problem.text,
        userInfo: ["entity": problem.entity, "property": problem.property, "reason": problem.reason])
    }
    guard errors.count > 1, let first = errors.first else {
      return errors.first ?? NSError.coreData(NSInferredMappingModelError)
    }
    var info = first.userInfo
    info[NSDetailedErrorsKey] = errors
    return NSError(domain: NSCocoaErrorDomain, code: NSInferredMappingModelError, userInfo: info)
  }

  /// 134110: a migration could not be carried out, and nothing of it remains.
  static func failed(at url: URL, to destination: URL? = nil, reason: String, underlying: (any Error)?) -> NSError {
    NSError.coreData(
      NSMigrationError, reason: reason, underlying: underlying,
      userInfo: [
        "sourceURL": url, "destinationURL": destination ?? url, "reason": reason, NSFilePathErrorKey: url.path,
        NSLocalizedRecoverySuggestionErrorKey: "The store has been left as it was.",
      ])
  }

  /// What makes an in-place migration fail: Apple's sentence, and the entity and property it is about.
  static func validation(
    _ reason: String, entity: String, key: String, property: String, detail: String,
    info: [String: Any] = [:]
  ) -> NSError {
    let own: [String: Any] = ["entity": entity, key: property, "reason": reason, "detail": detail]
    return NSError.coreData(
      NSMigrationError, reason: "\(reason): \(detail)",
      userInfo: info.merging(own) { _, new in new })
  }

  /// 134111: values that a new constraint wants unique are there more than once.
  static func duplicates(
    entity: String, properties: [String], values: [[String: Any]], count: Int
  ) -> NSError {
    let list = values.map { row in
      "(" + properties.map { "\($0): \(row[$0] ?? "nil")" }.joined(separator: ", ") + ") ×\(row["count"] ?? 0)"
    }
    let more = count > values.count ? ", and \(count - values.count) more" : ""
    return NSError.coreData(
      NSMigrationConstraintViolationError,
      reason:
        "The values of \(properties.joined(separator: ", ")) of '\(entity)' are not unique: \(list.joined(separator: ", "))\(more).",
      userInfo: ["entity": entity, "constraint": properties, "duplicates": values, "duplicateCount": count])
  }

  /// 134120.
  static func cancelled(at url: URL) -> NSError {
    NSError.coreData(
      NSMigrationCancelledError, reason: "The migration of \(url.path) was cancelled; the store is as it was.",
      userInfo: [NSFilePathErrorKey: url.path])
  }

  static func noSpace(at url: URL, needed: Int64, available: Int64) -> NSError {
    NSError.coreData(
      NSFileWriteOutOfSpaceError,
      reason: "The migration of \(url.path) may need \(needed) bytes, and \(available) are free.",
      userInfo: [
        NSFilePathErrorKey: url.path, "needed": NSNumber(value: needed), "available": NSNumber(value: available),
        NSLocalizedDescriptionKey: "There is not enough space to migrate “\(url.lastPathComponent)”.",
        NSLocalizedRecoverySuggestionErrorKey: "Free some space and open the store again; it has been left as it was.",
      ])
  }
}
