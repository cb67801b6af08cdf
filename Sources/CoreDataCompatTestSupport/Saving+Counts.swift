import CoreDataCompat
import Foundation

extension Saving {
  /// A person must have one or two tags.
  static func counts(_ provider: any StackProvider.Type, _ kind: StoreKind) throws {
    let model = PracticeModel.make {
      let tags = $0["Person"]?.relationshipsByName["tags"]
      tags?.isOptional = false
      tags?.minCount = 1
      tags?.maxCount = 2
    }
    let stack = try IsolatedStack(model: .instance(model), kind: kind, provider: provider)
    let context = stack.manager.newBackgroundContext()
    try context.performAndWait {
      let tags = (0..<3).map { Population.make("Tag", ["label": "\($0)"], context) }
      let person = Population.make("Person", ["name": "Ada"], context)
      let codes = [
        0: NSValidationRelationshipLacksMinimumCountError, 3: NSValidationRelationshipExceedsMaximumCountError,
      ]
      for count in [0, 3, 1, 2] {
        person.setValue(Set(tags.prefix(count)), forKey: "tags")
        do {
          try context.save()
          try expect(codes[count] == nil, "a person with \(count) tags was saved")
        } catch let error as CocoaError {
          let isExpected = codes[count] == error.errorCode || count == 0 && error.errorCode == missingCode
          try expect(isExpected, "the code for \(count) tags is \(error.errorCode)")
          let key = error.userInfo[NSValidationKeyErrorKey] as? String
          try expect(key == "tags", "the error is about \(key ?? "nothing")")
        }
      }
    }
  }

  /// Apple's framework may call an empty relationship a missing value.
  private static var missingCode: Int { NSValidationMissingMandatoryPropertyError }
}
