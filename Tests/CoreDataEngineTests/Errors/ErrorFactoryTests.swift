import CoreDataEngine
import Testing

struct ErrorFactoryTests {
  private final class Subject {}

  private static let knownCodes = [
    1550, 1551, 1560, 1570, 1580, 1590, 1600, 1610, 1620, 1630, 1640, 1650, 1660, 1670, 1680, 1690, 132_000, 132_010,
    133_000, 133_010, 133_020, 133_021, 134_000, 134_010, 134_020, 134_030, 134_040, 134_050, 134_060, 134_070,
    134_080, 134_090, 134_091, 134_100, 134_110, 134_111, 134_120, 134_130, 134_140, 134_150, 134_160, 134_170,
    134_180, 134_190, 134_200, 134_301, 134_504, 134_505, 134_506,
  ]

  @Test(arguments: knownCodes)
  func everyCodeHasATextOfItsOwn(code: Int) {
    let text = CoreDataErrorText.description(of: code)
    #expect(!text.contains("%{"))
    let others = Self.knownCodes.filter { $0 != code }.map { CoreDataErrorText.description(of: $0) }
    #expect(!others.contains(text))
  }

  @Test func errorHasDomainDescriptionReasonAndCause() throws {
    let cause = NSError(domain: NSSQLiteErrorDomain, code: 11)
    let error = NSError.coreData(
      NSPersistentStoreOpenError, reason: "The file is damaged.", underlying: cause, userInfo: [NSFilePathErrorKey: "a"]
    )
    #expect(error.domain == NSCocoaErrorDomain)
    #expect(error.code == 134_080)
    #expect(error.localizedDescription == "An error occurred while opening the persistent store.")
    #expect(error.localizedFailureReason == "The file is damaged.")
    #expect(error.userInfo[NSFilePathErrorKey] as? String == "a")
    let underlying = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
    #expect(underlying == cause)
  }

  @Test func absentReasonAndCauseLeaveNoKeys() {
    #expect(Array(NSError.coreData(NSCoreDataError).userInfo.keys) == [NSLocalizedDescriptionKey])
  }

  @Test func descriptionOfTheCallerIsKept() {
    let error = NSError.coreData(NSCoreDataError, userInfo: [NSLocalizedDescriptionKey: "Told by the caller."])
    #expect(error.localizedDescription == "Told by the caller.")
  }

  @Test func unknownCodeHasTheGeneralText() {
    #expect(CoreDataErrorText.description(of: 1) == "A Core Data error occurred.")
  }

  @Test func validationErrorNamesObjectKeyAndValue() {
    let subject = Subject()
    let predicate = NSPredicate(value: true)
    let error = NSError.validation(
      NSValidationRelationshipLacksMinimumCountError, object: subject, key: "tags", value: 1, predicate: predicate)
    #expect(error.localizedDescription == "Too few items in tags.")
    #expect(error.userInfo[NSValidationObjectErrorKey] as AnyObject === subject)
    #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "tags")
    #expect(error.userInfo[NSValidationValueErrorKey] as? Int == 1)
    #expect(error.userInfo[NSValidationPredicateErrorKey] as? NSPredicate === predicate)
  }

  @Test func missingValueLeavesNoValueKey() {
    let error = NSError.validation(NSValidationMissingMandatoryPropertyError, object: Subject(), key: "createdAt")
    #expect(error.localizedDescription == "createdAt is a required value.")
    #expect(error.userInfo[NSValidationValueErrorKey] == nil)
    #expect(error.userInfo[NSValidationPredicateErrorKey] == nil)
  }

  @Test func localisedNameIsSpokenOfWhileTheKeyStaysTheKey() {
    let error = NSError.validation(
      NSValidationStringTooLongError, object: Subject(), key: "name", value: "x", propertyName: "Surname")
    #expect(error.localizedDescription == "Surname is too long.")
    #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "name")
  }

  @Test func textWithoutPropertySpeaksOfTheValue() {
    #expect(CoreDataErrorText.description(of: 1610) == "The value is too large.")
    #expect(CoreDataErrorText.description(of: 1590) == "Too many items in the value.")
  }

  @Test func severalErrorsBecomeOneFlatError() throws {
    let single = (0..<3).map { NSError.validation(1570, object: Subject(), key: "k\($0)") }
    #expect(NSError.combining([]) == nil)
    #expect(NSError.combining([single[0]]) === single[0])

    let pair = try #require(NSError.combining([single[0], single[1]]))
    #expect(pair.code == NSValidationMultipleErrorsError)
    #expect(pair.localizedDescription == "Multiple validation errors occurred.")

    let all = try #require(NSError.combining([pair, single[2]]))
    let details = try #require(all.userInfo[NSDetailedErrorsKey] as? [NSError])
    #expect(details.map { $0.userInfo[NSValidationKeyErrorKey] as? String } == ["k0", "k1", "k2"])
  }

  @Test func isCaughtAsCocoaError() {
    func fail() throws { throw NSError.validation(1570, object: Subject(), key: "name") }
    do {
      try fail()
      Issue.record("The error was not thrown.")
    } catch let error as CocoaError {
      #expect(error.code == .validationMissingMandatoryProperty)
      #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "name")
    } catch {
      Issue.record("\(error) is no CocoaError.")
    }
  }

  @Test func isMatchedByItsCode() {
    do {
      throw NSError.coreData(NSManagedObjectMergeError)
    } catch CocoaError.managedObjectMerge {
      // matched
    } catch {
      Issue.record("\(error) does not match its code.")
    }
  }
}
