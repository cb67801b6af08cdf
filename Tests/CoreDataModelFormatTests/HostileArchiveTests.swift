import CoreDataModelFormat
import Foundation
import Testing

@Suite struct HostileArchiveTests {
  /// A property list of raw objects, with one-byte offsets and references unless told otherwise.
  private func list(_ objects: [[UInt8]], offsets: [Int]? = nil) -> Data {
    var output = Array("bplist00".utf8)
    var places: [Int] = []
    for object in objects {
      places.append(output.count)
      output += object
    }
    let table = output.count
    for offset in offsets.map({ $0.map { places[$0] } }) ?? places {
      output += [
        UInt8(offset >> 24 & 0xff), UInt8(offset >> 16 & 0xff), UInt8(offset >> 8 & 0xff), UInt8(offset & 0xff),
      ]
    }
    output += [0, 0, 0, 0, 0, 0, 4, 1]
    for number in [offsets?.count ?? places.count, 0, table] {
      output += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
    return Data(output)
  }

  private func kind(_ data: Data) -> ModelFormatError.Kind? {
    failure { _ = try CompiledModelReader().document(from: data, name: "M") }?.kind
  }

  private func model(_ change: (inout KeyedArchive) -> Void) -> Data {
    var archive = KeyedArchive()
    change(&archive)
    return archive.data()
  }

  @Test func absurdLengthsAreRefused() {
    // A string of 2^62 bytes, an array of 2^60 elements, a count with no number.
    #expect(kind(list([[0x5f, 0x13, 0x40, 0, 0, 0, 0, 0, 0, 0]])) == .malformedArchive)
    #expect(kind(list([[0xaf, 0x13, 0x10, 0, 0, 0, 0, 0, 0, 0]])) == .malformedArchive)
    #expect(kind(list([[0xdf, 0x13, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]])) == .malformedArchive)
    #expect(kind(list([[0x5f, 0x55]])) == .malformedArchive)
    #expect(kind(list([[0xa1, 0x7f]])) == .malformedArchive)
  }

  @Test func overlappingObjectsCannotMultiplyTheFile() {
    let text = [UInt8](repeating: 0x61, count: 200)
    let data = list([[0x5f, 0x10, 200] + text], offsets: Array(repeating: 0, count: 200))
    #expect(kind(data) == .limitExceeded)
  }

  @Test func sharedContainersCannotExpandExponentially() {
    // Forty arrays, each holding the next one four times, below the key of a keyed archive.
    var objects: [[UInt8]] = [
      [0xd2, 1, 2, 3, 4], [0x54] + Array("$top".utf8), [0x58] + Array("$objects".utf8), [0xd1, 1, 5], [0xa0],
    ]
    for index in 5..<45 { objects.append([0xa4] + Array(repeating: UInt8(index + 1), count: 4)) }
    objects.append([0xa0])
    #expect(kind(list(objects)) == .limitExceeded)
  }

  @Test func archivesOfOtherClassesAreRefused() {
    let data = model { archive in
      archive.entries.append(.object(.init(classNames: ["NSTask", "NSObject"], fields: [:])))
      archive.top["root"] = .reference(1)
    }
    let error = failure { _ = try CompiledModelReader().document(from: data, name: "M") }
    #expect(error?.reason == "the archive holds a NSTask, not an NSManagedObjectModel")
  }

  @Test func danglingReferencesAreRefused() {
    #expect(kind(model { $0.top["root"] = .reference(9) }) == .malformedArchive)
  }

  @Test func cyclicHierarchiesAndPredicatesEnd() throws {
    let data = model { archive in
      archive.entries += [
        .object(
          .init(
            classNames: ["NSManagedObjectModel"],
            fields: [
              "NSEntities": .reference(2), "NSFetchRequestTemplates": .reference(5),
            ])),
        .object(
          .init(
            classNames: ["NSDictionary"],
            fields: [
              "NS.keys": .array([.string("A")]), "NS.objects": .array([.reference(3)]),
            ])),
        .object(
          .init(
            classNames: ["NSEntityDescription"],
            fields: [
              "NSEntityName": .string("A"), "NSSuperentity": .reference(3), "NSProperties": .reference(4),
            ])),
        .object(.init(classNames: ["NSDictionary"], fields: ["NS.keys": .reference(4), "NS.objects": .reference(4)])),
        .object(
          .init(
            classNames: ["NSDictionary"],
            fields: [
              "NS.keys": .array([.string("t")]), "NS.objects": .array([.reference(6)]),
            ])),
        .object(
          .init(
            classNames: ["NSFetchRequest"],
            fields: [
              "NSEntity": .reference(3), "NSPredicate": .reference(7),
            ])),
        .object(
          .init(
            classNames: ["NSCompoundPredicate"],
            fields: [
              "NSCompoundPredicateType": .integer(1), "NSSubpredicates": .array([.reference(7), .reference(7)]),
            ])),
      ]
      archive.top["root"] = .reference(1)
    }
    let document = try CompiledModelReader().document(from: data, name: "M")
    #expect(document.entities.map(\.parentName) == ["A"])
    #expect(ModelValidator(document).problems().map(\.kind) == [.parentCycle])
    guard case .opaque? = document.fetchRequests.first?.predicate else {
      Issue.record("a predicate that contains itself has text")
      return
    }
  }

  @Test func longHierarchiesAreRefusedInLinearTime() {
    var document = ModelDocument(name: "M")
    for index in 0..<20_000 {
      var entity = EntityRecord(name: "E\(index)")
      entity.parentName = index == 0 ? nil : "E\(index - 1)"
      document.entities.append(entity)
    }
    document.entities.reverse()
    #expect(failure { try ModelValidator(document).validate() }?.kind == .limitExceeded)
  }
}

extension HostileArchiveTests {
  /// One property with large user info, listed under many names: its parts would be copied once for each.
  @Test func sharedPropertiesCannotMultiplyTheArchive() {
    let count = 4_000
    let keys = (0..<count).map { KeyedArchive.Value.string("k\($0)") }
    var archive = KeyedArchive()
    archive.entries += [
      .object(.init(classNames: ["NSManagedObjectModel"], fields: ["NSEntities": .reference(2)])),
      .object(
        .init(
          classNames: ["NSDictionary"],
          fields: ["NS.keys": .array([.string("A")]), "NS.objects": .array([.reference(3)])])),
      .object(
        .init(
          classNames: ["NSEntityDescription"],
          fields: ["NSEntityName": .string("A"), "NSProperties": .reference(4)])),
      .object(
        .init(
          classNames: ["NSDictionary"],
          fields: [
            "NS.keys": .array(keys), "NS.objects": .array(Array(repeating: .reference(5), count: count)),
          ])),
      .object(
        .init(
          classNames: ["NSAttributeDescription"],
          fields: ["NSPropertyName": .string("x"), "NSAttributeType": .integer(700), "NSUserInfo": .reference(6)])),
      .object(.init(classNames: ["NSDictionary"], fields: ["NS.keys": .array(keys), "NS.objects": .array(keys)])),
    ]
    archive.top["root"] = .reference(1)
    let error = failure { _ = try CompiledModelReader().document(from: archive.data(), name: "M") }
    #expect(error?.kind == .limitExceeded)
  }
}
