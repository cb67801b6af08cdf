/// The rules that a model sets for values, with Apple's error codes.
extension NSManagedObject {
  /// Checks every property; throws the one problem, or all of them under 1560.
  final func validateProperties() throws {
    prepareAccess()
    var errors: [NSError] = []
    let slots = touched?.slots
    for check in layout.checks where !isPlainlyValid(check, slots) {
      let property = layout.properties[check.slot]
      switch property.kind {
      case .attribute(let kind): self.check(currentValue(property), of: property, kind: kind, &errors)
      case .toOne: checkToOne(property, &errors)
      case .toMany: checkToMany(property, &errors)
      }
    }
    if let error = NSError.combining(errors) { throw error }
  }

  /// Whether a value is certain to break no rule, as far as that shows without decoding it.
  @inline(__always)
  private func isPlainlyValid(_ check: PropertyCheck, _ slots: ContiguousArray<Value>?) -> Bool {
    switch check.subject {
    case .toMany: return false
    case .toOne:
      guard slots?[check.slot].isUnset ?? true else { return false }
      return !check.isRequired || rowHasValue(check)
    case .attribute(let kind, let hasRules):
      if hasRules { return false }
      switch slots?[check.slot] ?? .unset {
      case .null: return !check.isRequired
      case .unset:
        guard rowHasValue(check), let row else { return !check.isRequired }
        return !kind.isLimited || (kind.isInline && kind.problem(of: row.value(of: check.cell, kind: kind)) == nil)
      case let value: return !kind.isLimited || kind.problem(of: value) == nil
      }
    }
  }

  private func rowHasValue(_ check: PropertyCheck) -> Bool {
    guard check.cell >= 0, let row, row.hasValues else { return false }
    return !row.isNull(check.cell)
  }

  private func check(_ value: Value, of property: PropertyLayout, kind: AttributeKind, _ errors: inout [NSError]) {
    if value.isNull {
      if property.isRequired {
        errors.append(.validation(NSValidationMissingMandatoryPropertyError, object: self, key: property.name))
      }
    } else if let code = kind.problem(of: value) {
      errors.append(
        .validation(code, object: self, key: property.name, value: attributeObject(property, kind: kind)))
    } else if let composite = property.composite, case .data(let data) = value {
      checkElements(of: composite, composite.values(in: data) ?? [], &errors)
    }
    let rules = property.description.validationPredicates
    if !rules.isEmpty {
      checkRules(rules, value.isNull ? nil : attributeObject(property, kind: kind), property, &errors)
    }
  }

  /// The rules of a composite's elements, once it has a value at all; errors name their paths.
  private func checkElements(of composite: CompositeLayout, _ values: [Value], _ errors: inout [NSError]) {
    for (leaf, value) in zip(composite.leaves, values) {
      let key = "\(composite.name).\(leaf.name)"
      let object = composite.object(of: value, leaf)
      if value.isNull {
        if !leaf.attribute.isOptional {
          errors.append(.validation(NSValidationMissingMandatoryPropertyError, object: self, key: key))
        }
      } else if let code = leaf.kind.problem(of: value) {
        errors.append(.validation(code, object: self, key: key, value: object))
      }
      checkRules(leaf.attribute.validationPredicates, object, leaf.attribute, key: key, &errors)
    }
  }

  private func checkRules(
    _ rules: [NSPredicate], _ value: Any?, _ property: PropertyLayout, _ errors: inout [NSError]
  ) {
    checkRules(rules, value, property.description, key: property.name, &errors)
  }

  private func checkRules(
    _ rules: [NSPredicate], _ value: Any?, _ description: NSPropertyDescription, key: String, _ errors: inout [NSError]
  ) {
    guard let value else { return }
    let warnings = description.validationWarnings
    for (index, rule) in rules.enumerated() where !rule.evaluate(with: value) {
      let warning = index < warnings.count ? warnings[index] : nil
      let code = (warning as? NSNumber)?.intValue ?? (warning as? String).flatMap(Int.init)
      let known = code.map { (1_550...1_700).contains($0) } ?? false
      var error = NSError.validation(
        known ? code ?? NSManagedObjectValidationError : ValidationRuleCode.code(of: rule, value: value), object: self,
        key: key, value: value, predicate: rule)
      if !known, let text = warning as? String, !text.isEmpty {
        var info = error.userInfo
        info[NSLocalizedDescriptionKey] = text
        error = NSError(domain: error.domain, code: error.code, userInfo: info)
      }
      errors.append(error)
    }
  }

  private func checkToOne(_ property: PropertyLayout, _ errors: inout [NSError]) {
    let isMissing: Bool
    if let value = touched?.slots[property.slot], !value.isUnset {
      if case .object(let object) = value, let destination = object as? NSManagedObject {
        isMissing = false
        if destination.state.contains(.gone) || (destination.state.contains(.deleted) && !state.contains(.deleted)) {
          errors.append(danglingReference(property, destination))
        }
      } else {
        isMissing = true
      }
    } else {
      isMissing = !property.isStored || row.map { !$0.hasValues || $0.isNull(property.cell) } ?? true
    }
    if isMissing, !property.isOptional, !property.isTransient {
      errors.append(.validation(NSValidationMissingMandatoryPropertyError, object: self, key: property.name))
    }
  }

  private func danglingReference(_ property: PropertyLayout, _ destination: NSManagedObject) -> NSError {
    var info = NSError.validation(
      NSManagedObjectValidationError, object: self, key: property.name, value: destination
    ).userInfo
    info[NSLocalizedFailureReasonErrorKey] = "Dangling reference to an invalid object."
    return NSError(domain: NSCocoaErrorDomain, code: NSManagedObjectValidationError, userInfo: info)
  }

  private func checkToMany(_ property: PropertyLayout, _ errors: inout [NSError]) {
    guard let relationship = property.relationship, !property.isTransient else { return }
    // A set that nobody has changed met the rules when it was saved.
    guard state.contains(.inserted) || touched?.changed.contains(property.slot) == true else { return }
    let value = toMany(property)
    if value.count == 0 {
      if !property.isOptional {
        let code =
          relationship.minCount > 0
          ? NSValidationRelationshipLacksMinimumCountError : NSValidationMissingMandatoryPropertyError
        errors.append(.validation(code, object: self, key: property.name))
      }
      return
    }
    if value.count < relationship.minCount {
      errors.append(
        .validation(
          NSValidationRelationshipLacksMinimumCountError, object: self, key: property.name,
          value: publicValue(of: property)))
    }
    if relationship.maxCount > 0, value.count > relationship.maxCount {
      errors.append(
        .validation(
          NSValidationRelationshipExceedsMaximumCountError, object: self, key: property.name,
          value: publicValue(of: property)))
    }
  }

  /// The deny rule: throws when a relationship that forbids it still has destinations that stay.
  final func validateDeletion() throws {
    var errors: [NSError] = []
    for property in layout.properties where property.isRelationship && property.deleteRule == .denyDeleteRule {
      let left: [NSManagedObject]
      if property.isToOne {
        left = destination(of: property).map { [$0] } ?? []
      } else {
        left = Array(toMany(property).members)
      }
      if left.contains(where: { !$0.state.contains(.deleted) && !$0.state.contains(.gone) }) {
        errors.append(
          .validation(
            NSValidationRelationshipDeniedDeleteError, object: self, key: property.name,
            value: publicValue(of: property)))
      }
    }
    if let error = NSError.combining(errors) { throw error }
  }

  /// Checks one value as if it were the property's.
  final func validateProperty(_ value: Any?, forKey key: String) throws {
    guard let property = property(named: key) else { undefinedKey(key) }
    guard let kind = property.attributeKind, let attribute = property.attribute else {
      if property.isToOne, value == nil || value is NSNull, !property.isOptional {
        throw NSError.validation(NSValidationMissingMandatoryPropertyError, object: self, key: key)
      }
      return
    }
    var errors: [NSError] = []
    switch Value.coerced(value, to: kind, of: attribute) {
    case .success(let slot):
      if slot.isNull, !property.isOptional {
        errors.append(.validation(NSValidationMissingMandatoryPropertyError, object: self, key: key))
      } else if let code = kind.problem(of: slot) {
        errors.append(.validation(code, object: self, key: key, value: value))
      } else if let composite = property.composite, case .data(let data) = slot {
        checkElements(of: composite, composite.values(in: data) ?? [], &errors)
      }
      checkRules(
        attribute.validationPredicates, slot.isNull ? nil : property.publicValue(slot, kind), property, &errors)
    case .failure(let failure):
      var info = NSError.validation(NSManagedObjectValidationError, object: self, key: key, value: value).userInfo
      info[NSLocalizedFailureReasonErrorKey] = failure.text
      errors.append(NSError(domain: NSCocoaErrorDomain, code: NSManagedObjectValidationError, userInfo: info))
    }
    if let error = NSError.combining(errors) { throw error }
  }
}
