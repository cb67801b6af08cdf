import Foundation
import Testing

@testable import CoreDataEngine

/// Core Data's XML stores.
@Suite struct XMLStoreTests {
  /// The form of the file, byte for byte.
  @Test func theFileIsInCoreDatasForm() throws {
    let store = try TestStore(.xml)
    let context = store.context()
    let team = context.make("Team", ["name": "A & <B>"])
    let person = context.make("Person", ["name": "Zoë", "age": 3, "photo": Data([1, 2, 3])])
    person.setValue(team, forKey: "team")
    try context.obtainPermanentIDs(for: [team, person])
    try context.save()
    let text = try String(contentsOf: #require(store.url), encoding: .utf8)
    let uuid = try #require(store.coordinator.persistentStores[0].identifier)
    #expect(
      text.hasPrefix(
        """
        <?xml version="1.0" standalone="yes"?>
        <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

        <database>
            <databaseInfo>
                <version>134481920</version>
                <UUID>\(uuid)</UUID>
                <nextObjectID>104</nextObjectID>
                <metadata>
        <plist version="1.0">
        """))
    let (t, p) =
      team.objectID.uriRepresentation().lastPathComponent < person.objectID.uriRepresentation().lastPathComponent
      ? (102, 103) : (103, 102)
    let personText = """
          <object type="PERSON" id="z\(p)">
              <attribute name="age" type="int32">3</attribute>
              <attribute name="name" type="string">Zoë</attribute>
              <attribute name="photo" type="binary">AQID</attribute>
              <relationship name="leads" type="1/1" destination="TEAM"></relationship>
              <relationship name="tags" type="0/0" destination="TAG"></relationship>
              <relationship name="team" type="1/1" destination="TEAM" idrefs="z\(t)"></relationship>
          </object>

      """
    let teamText = """
          <object type="TEAM" id="z\(t)">
              <attribute name="name" type="string">A &amp; &lt;B&gt;</attribute>
              <relationship name="lead" type="1/1" destination="PERSON"></relationship>
              <relationship name="members" type="0/0" destination="PERSON" idrefs="z\(p)"></relationship>
          </object>

      """
    func lines(_ text: String) -> [Substring] { text.split(separator: "\n").sorted() }
    let objects = try #require(text.range(of: "</databaseInfo>\n")).upperBound
    #expect(lines(String(text[objects...])) == lines(personText + teamText + "</database>\n"))
  }

  /// `\u` and a UTF-16 unit, the low byte first: so a to-do application's store had its full-width 1.
  @Test func escapesOfCoreDataAreRead() {
    #expect(XMLStoreText.unescaped("\\u11ffFocusInbox") == "１FocusInbox")
    #expect(
      XMLStoreText.unescaped("\\u3dd8\\u42de \\x \\u12") == "🙂"[...] + "" || XMLStoreText.unescaped("\\u3dd842de") != ""
    )
    #expect(XMLStoreText.unescaped("\\u3dd8\\u42de") == "🙂")
    #expect(XMLStoreText.unescaped("C:\\users \\u12") == "C:\\users \\u12")
  }

  @Test(arguments: ["", "a\\u3c00b", "\u{0}\u{8}\r\n\t", "\\", "\\\\u", "\u{fffe}\u{ffff}", "\u{1f642}", "&lt;"])
  func textsAreEscapedAndBack(_ text: String) {
    #expect(
      XMLStoreText.unescaped(
        XMLStoreText.escaped(text).replacingOccurrences(of: "&lt;", with: "<")
          .replacingOccurrences(of: "&gt;", with: ">").replacingOccurrences(of: "&amp;", with: "&")) == text)
  }

  /// Names that fall together without case stay apart.
  @Test func namesThatDifferInCaseAlone() throws {
    let model = NSManagedObjectModel()
    let entities = ["Node", "NODE"].map { name -> NSEntityDescription in
      let entity = NSEntityDescription()
      entity.name = name
      entity.properties = ["key", "Key"].map { CasesModel.attribute($0, .stringAttributeType) }
      return entity
    }
    model.entities = entities
    let store = try TestStore(.xml, model: model)
    let context = store.context()
    _ = context.make("Node", ["key": "a", "Key": "b"])
    _ = context.make("NODE", ["key": "c", "Key": "d"])
    try context.save()
    let fresh = try store.reopened().context()
    #expect(try fresh.all("Node").map { [$0.text("key"), $0.text("Key")] } == [["a", "b"]])
    #expect(try fresh.all("NODE").map { [$0.text("key"), $0.text("Key")] } == [["c", "d"]])
  }

  @Test(arguments: [
    ("idrefs=\"z102\"", "idrefs=\"z999\""), ("id=\"z103\"", "id=\"z102\""), ("type=\"TEAM\"", "type=\"TEEM\""),
    ("name=\"name\"", "name=\"nome\""), ("type=\"int32\">3", "type=\"int32\">three"), ("<UUID>", "<UOID>"),
    ("<object type=\"PERSON\" id=\"z", "<object type=\"PERSON\" id=\"y"),
    (
      "<!DOCTYPE database SYSTEM \"file:///System/Library/DTDs/CoreData.dtd\">",
      "<!DOCTYPE database [<!ENTITY a \"b\">]>"
    ),
  ]) func contradictionsAreRefused(_ old: String, _ new: String) throws {
    let store = try TestStore(.xml)
    let context = store.context()
    let person = context.make("Person", ["name": "x", "age": 3])
    person.setValue(context.make("Team", ["name": "t"]), forKey: "team")
    try context.save()
    for persistent in store.coordinator.persistentStores { try store.coordinator.remove(persistent) }
    let url = try #require(store.url)
    let text = try String(contentsOf: url, encoding: .utf8)
    let changed = text.replacingOccurrences(of: old, with: new)
      .replacingOccurrences(of: old.replacingOccurrences(of: "102", with: "103"), with: new)
    #expect(changed != text)
    try changed.write(to: url, atomically: true, encoding: .utf8)
    let error = #expect(throws: CocoaError.self) {
      try TestStore(.xml, folder: store.folder)
    }
    #expect(
      [CocoaError.Code.fileReadCorruptFile.rawValue].contains(error?.errorCode ?? 0), "\(String(describing: error))")
  }
}
