import CoreDataModelFormat
import Foundation
import Testing

@Suite struct ModelErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let kind: ModelFormatError.Kind
    let entity: String?
    let property: String?
    let body: String
    var testDescription: String { kind.rawValue }

    init(_ kind: ModelFormatError.Kind, _ entity: String?, _ property: String?, _ body: String) {
      self.kind = kind
      self.entity = entity
      self.property = property
      self.body = body
    }
  }

  static let cases = [
    Case(.duplicateEntity, "A", nil, #"<entity name="A"/><entity name="A"/>"#),
    Case(
      .duplicateProperty, "A", "x",
      #"<entity name="A"><attribute name="x" attributeType="String"/><attribute name="x" attributeType="Date"/></entity>"#
    ),
    Case(
      .duplicateProperty, "B", "x",
      #"""
      <entity name="B" parentEntity="A"><attribute name="x" attributeType="String"/></entity>
      <entity name="A" isAbstract="YES"><attribute name="x" attributeType="String"/></entity>
      """#),
    Case(.unknownParent, "A", nil, #"<entity name="A" parentEntity="a"/>"#),
    Case(.parentCycle, "A", nil, #"<entity name="A" parentEntity="B"/><entity name="B" parentEntity="A"/>"#),
    Case(.unknownDestination, "A", "r", #"<entity name="A"><relationship name="r" destinationEntity="B"/></entity>"#),
    Case(.unknownDestination, "A", "r", #"<entity name="A"><relationship name="r"/></entity>"#),
    Case(
      .unknownInverse, "A", "r",
      #"<entity name="A"><relationship name="r" destinationEntity="A" inverseName="s" inverseEntity="A"/></entity>"#),
    Case(
      .inverseMismatch, "A", "r",
      #"""
      <entity name="A"><relationship name="r" destinationEntity="A" inverseName="s" inverseEntity="A"/>
      <relationship name="s" destinationEntity="A"/></entity>
      """#),
    Case(.unknownAttributeType, "A", "x", #"<entity name="A"><attribute name="x" attributeType="Int"/></entity>"#),
    Case(.unknownAttributeType, "A", "x", #"<entity name="A"><attribute name="x"/></entity>"#),
    Case(
      .invalidNumber, "A", "x",
      #"<entity name="A"><attribute name="x" attributeType="Integer 16" defaultValueString="12a"/></entity>"#),
    Case(
      .invalidNumber, "A", "x",
      #"<entity name="A"><attribute name="x" attributeType="Integer 16" defaultValueString="70000"/></entity>"#),
    Case(
      .invalidNumber, "A", "x",
      #"<entity name="A"><attribute name="x" attributeType="Decimal" defaultValueString="1,5"/></entity>"#),
    Case(
      .invalidNumber, "A", "x",
      #"<entity name="A"><attribute name="x" attributeType="Date" minDateTimeInterval="soon"/></entity>"#),
    Case(.missingName, "A", nil, #"<entity name="A"><attribute attributeType="String"/></entity>"#),
    Case(
      .unknownComposite, "A", "x",
      #"<entity name="A"><attribute name="x" attributeType="Composite" composite="C"/></entity>"#),
    Case(
      .compositeCycle, "C", nil,
      #"<composite name="C"><attribute name="x" attributeType="Composite" composite="C"/></composite>"#),
    Case(
      .unknownConstraintProperty, "A", "y",
      #"""
      <entity name="A"><uniquenessConstraints><uniquenessConstraint><constraint value="y"/></uniquenessConstraint>
      </uniquenessConstraints></entity>
      """#),
    Case(
      .unknownConstraintProperty, "A", "x.y",
      #"""
      <entity name="A"><attribute name="x" attributeType="String"/><uniquenessConstraints><uniquenessConstraint>
      <constraint value="x.y"/></uniquenessConstraint></uniquenessConstraints></entity>
      """#),
    Case(
      .unknownConstraintProperty, "A", "x.z",
      #"""
      <entity name="A"><attribute name="x" attributeType="Composite" composite="C"/><uniquenessConstraints>
      <uniquenessConstraint><constraint value="x.z"/></uniquenessConstraint></uniquenessConstraints></entity>
      <composite name="C"><attribute name="y" attributeType="String"/></composite>
      """#),
    Case(
      .unknownIndexProperty, "A", "y",
      #"<entity name="A"><fetchIndex name="i"><fetchIndexElement property="y"/></fetchIndex></entity>"#),
    Case(.unknownConfigurationEntity, "B", nil, #"<configuration name="c"><memberEntity name="B"/></configuration>"#),
    Case(.unknownFetchRequestEntity, "B", nil, #"<fetchRequest name="f" entity="B"/>"#),
    Case(
      .invalidValue, "A", "r",
      #"<entity name="A"><relationship name="r" destinationEntity="A" deletionRule="Explode"/></entity>"#),
  ]

  @Test(arguments: cases)
  func contradictionsNameFileEntityAndProperty(_ entry: Case) throws {
    try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("M.xcdatamodel")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try Data("<model>\(entry.body)</model>".utf8).write(to: url.appendingPathComponent("contents"))
      let error = try #require(failure { _ = try ModelReader.document(at: url) })
      #expect(error.kind == entry.kind)
      #expect(error.entity == entry.entity)
      #expect(error.property == entry.property)
      #expect(error.file?.hasPrefix(url.path) == true)
      #expect(error.description.contains(url.path))
    }
  }

  @Test(arguments: [
    ("<model>\n<entity name=\"A\">\n</model>", 3), ("", 1), ("<model", 1), ("not xml", 1),
    ("<model>\n\n  <entity name=\"A\" name=\"B\"/></model>", 3),
  ])
  func malformedXMLIsLocated(text: String, line: Int) {
    let error = failure { _ = try XMLModelReader().document(from: Data(text.utf8), name: "M") }
    #expect(error?.kind == .malformedXML)
    #expect(error?.line == line)
    #expect((error?.column ?? 0) > 0)
  }

  @Test func entitiesOfXMLAreNeverExpanded() {
    let laughs = """
      <!DOCTYPE model [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><model><entity name="&b;"/></model>
      """
    let utf16 = laughs.data(using: .utf16LittleEndian) ?? Data()
    for data in [Data(laughs.utf8), utf16] {
      #expect(failure { _ = try XMLModelReader().document(from: data, name: "M") }?.kind == .malformedXML)
    }
  }

  @Test func deepAndForeignXMLIsRefused() {
    let deep = String(repeating: "<a>", count: 10_000)
    let error = failure { _ = try XMLModelReader().document(from: Data(("<model>" + deep).utf8), name: "M") }
    #expect(error?.kind == .limitExceeded)
    let html = failure { _ = try XMLModelReader().document(from: Data("<html/>".utf8), name: "M") }
    #expect(html?.kind == .unsupportedFile)
  }

  @Test func unknownElementsAndAttributesAreSkipped() throws {
    let text = #"""
      <model future="YES"><gadget name="g"><entity name="no"/></gadget>
      <entity name="A" mood="good"><attribute name="x" attributeType="String" glow="YES"><spark/></attribute></entity></model>
      """#
    let document = try XMLModelReader().document(from: Data(text.utf8), name: "M")
    #expect(document.entities.map(\.name) == ["A"])
    #expect(document.entities[0].attributes == [AttributeRecord(name: "x", type: .string)])
  }

  @Test func twoRelationshipsMayNameOneInverseThatAgreesWithOne() throws {
    let text = #"""
      <model><entity name="A"><relationship name="r" destinationEntity="B" inverseName="s" inverseEntity="B"/>
      <relationship name="q" destinationEntity="B" inverseName="s" inverseEntity="B"/></entity>
      <entity name="B"><relationship name="s" destinationEntity="A" inverseName="r" inverseEntity="A"/></entity></model>
      """#
    let document = try XMLModelReader().document(from: Data(text.utf8), name: "M")
    try ModelValidator(document).validate()
    let problems = ModelValidator(document).problems()
    #expect(problems.map(\.severity) == [.warning])
    #expect(problems.first?.property == "q")
  }

  @Test func hintsNameTheSpellingThatWasMeant() {
    let text = #"<model><entity name="Person"><relationship name="r" destinationEntity="person"/></entity></model>"#
    let error = failure {
      try ModelValidator(XMLModelReader().document(from: Data(text.utf8), name: "M")).validate()
    }
    #expect(error?.hint == "did you mean \"Person\"?")
  }
}
