import CoreDataEngine
import Testing

@Suite struct ModelTests {
  /// A model whose file holds `entities`.
  private func load(_ entities: String) throws -> NSManagedObjectModel {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("M.xcdatamodel")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try Data("<?xml version=\"1.0\"?><model>\(entities)</model>".utf8).write(to: url.appendingPathComponent("contents"))
    return try NSManagedObjectModel(validating: url)
  }

  @Test(
    arguments: [
      ("<entity name=\"A\"/><entity name=\"A\"/>", "A", nil),
      (
        "<entity name=\"A\"><relationship name=\"r\" toMany=\"YES\" destinationEntity=\"B\" inverseName=\"x\" inverseEntity=\"B\"/></entity><entity name=\"B\"/>",
        "A", "r"
      ),
      ("<entity name=\"A\"><attribute name=\"a\" attributeType=\"Colour\"/></entity>", "A", "a"),
      ("<entity name=\"A\" parentEntity=\"Nobody\"/>", "A", nil),
    ] as [(String, String, String?)])
  func aContradictionNamesFileEntityAndProperty(entities: String, entity: String, property: String?) throws {
    let error = #expect(throws: NSError.self) { try load(entities) }
    #expect(error?.userInfo["entity"] as? String == entity)
    if let property { #expect(error?.userInfo["property"] as? String == property) }
    #expect((error?.userInfo[NSFilePathErrorKey] as? String)?.contains("M.xcdatamodel") == true)
  }

  @Test func aMissingModelIsNamed() {
    let url = URL(fileURLWithPath: "/nowhere/M.xcdatamodeld")
    let error = #expect(throws: CocoaError.self) { try NSManagedObjectModel(validating: url) }
    #expect(error?.code == .fileReadNoSuchFile)
    #expect(error?.userInfo[NSFilePathErrorKey] as? String == url.path)
    #expect(NSManagedObjectModel(contentsOf: url) == nil)
  }

  @Test func anInverseThatDoesNotPointBackIsOneWay() throws {
    let model = try load(
      """
      <entity name="Image">\
      <relationship name="artist" maxCount="1" optional="YES" destinationEntity="Artist" inverseName="thumb" inverseEntity="Artist"/>\
      <relationship name="thumbnail" maxCount="1" optional="YES" destinationEntity="Artist" inverseName="thumb" inverseEntity="Artist"/>\
      </entity><entity name="Artist">\
      <relationship name="thumb" maxCount="1" optional="YES" destinationEntity="Image" inverseName="thumbnail" inverseEntity="Image"/></entity>
      """)
    let store = try TestStore(.memory, model: model)
    let context = store.context()
    let image = context.make("Image")
    let artist = context.make("Artist", ["thumb": image])
    #expect(image.object("thumbnail") === artist)
    #expect(image.object("artist") == nil)
    image.setValue(artist, forKey: "artist")
    try context.save()
  }

  @Test func aModelInUseCannotChange() async throws {
    await #expect(processExitsWith: .failure) {
      let store = try TestStore(.memory)
      store.model.entitiesByName["Person"]?.name = "Other"
    }
  }

  @Test func versionHashesAreApples() throws {
    // The worked example of the public documentation of the hash: one required and one optional string.
    let model = try load(
      """
      <entity name="User"><attribute name="name" attributeType="String"/>\
      <attribute name="petName" optional="YES" attributeType="String"/></entity>
      """)
    let hash = model.entityVersionHashesByName["User"]?.map { String(format: "%02x", $0) }.joined()
    #expect(hash == "6b31f4e97b691d16c4c820bae55f89408d47013bd42151ecfde1eac7fe4be798")
  }
}
