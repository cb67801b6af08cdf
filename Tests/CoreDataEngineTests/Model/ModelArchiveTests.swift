import CoreDataEngine
import Testing

@Suite struct ModelArchiveTests {
  private let contents = """
    <?xml version="1.0"?><model>
    <entity name="Shape" isAbstract="YES"><attribute name="name" attributeType="String" defaultValueString="?"/></entity>
    <entity name="Circle" parentEntity="Shape">
    <relationship name="marks" optional="YES" toMany="YES" ordered="YES" deletionRule="Cascade" destinationEntity="Mark" \
    inverseName="circle" inverseEntity="Mark"/></entity>
    <entity name="Mark"><relationship name="circle" optional="YES" maxCount="1" deletionRule="Nullify" \
    destinationEntity="Circle" inverseName="marks" inverseEntity="Circle"/></entity>
    <configuration name="Marks"><memberEntity name="Mark"/></configuration>
    <fetchRequest name="Named" entity="Shape" predicateString="name == $NAME"/>
    </model>
    """

  private func write(_ names: [String], to package: URL) throws {
    for name in names {
      let version = package.appendingPathComponent("\(name).xcdatamodel")
      try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
      let text = name == names[0] ? contents : contents.replacingOccurrences(of: "\"?\"", with: "\"!\"")
      try Data(text.utf8).write(to: version.appendingPathComponent("contents"))
    }
  }

  @Test func anArchivedModelComesBackEqual() throws {
    let folder = try TemporaryFolder()
    try write(["M"], to: folder.url)
    let model = try NSManagedObjectModel(validating: folder.url.appendingPathComponent("M.xcdatamodel"))
    let data = try NSKeyedArchiver.archivedData(withRootObject: model, requiringSecureCoding: false)
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    unarchiver.requiresSecureCoding = false
    let copy = try #require(unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? NSManagedObjectModel)
    #expect(copy.entityVersionHashesByName == model.entityVersionHashesByName)
    #expect(copy.configurations == ["Marks"])
    #expect(copy.entities(forConfigurationName: "Marks")?.map(\.name) == ["Mark"])
    let request = copy.fetchRequestFromTemplate(withName: "Named", substitutionVariables: ["NAME": "round"])
    #expect(request?.predicate?.description == "name == \"round\"")
    let marks = copy.entitiesByName["Circle"]?.relationshipsByName["marks"]
    #expect(marks?.isOrdered == true && marks?.inverseRelationship?.name == "circle")
    #expect(copy.entitiesByName["Circle"]?.superentity === copy.entitiesByName["Shape"])
    #expect(copy.entitiesByName["Shape"]?.attributesByName["name"]?.defaultValue as? String == "?")
  }

  @Test func anArchiveWithoutAModelIsAnError() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.finishEncoding()
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    #expect(NSManagedObjectModel(coder: unarchiver) == nil)
    #expect(unarchiver.error != nil)
  }

  @Test func everyVersionHasAChecksum() throws {
    let folder = try TemporaryFolder()
    let package = folder.url.appendingPathComponent("M.xcdatamodeld")
    try write(["M", "M 2"], to: package)
    let checksums = try NSManagedObjectModel.checksumsForVersionedModel(at: package)
    #expect(checksums.keys.sorted() == ["M", "M 2"])
    let first = try NSManagedObjectModel(validating: package.appendingPathComponent("M.xcdatamodel"))
    #expect(checksums["M"] == first.versionChecksum)
    let missing = folder.url.appendingPathComponent("Nobody.momd")
    #expect(throws: CocoaError.self) { try NSManagedObjectModel.checksumsForVersionedModel(at: missing) }
  }
}
