import CoreDataModelFormat
import Foundation
import Testing

@Suite struct RoundTripTests {
  @Test func sourceReadsBackEqual() throws {
    let model = SampleModels.library
    let data = try XMLModelWriter().data(for: model)
    #expect(try XMLModelReader().document(from: data, name: "Library") == model)
  }

  @Test func compiledReadsBackAsTheCompiledForm() throws {
    let model = SampleModels.library
    let data = try CompiledModelWriter().data(for: model)
    let found = try CompiledModelReader().document(from: data, name: "Library")
    let expected = model.compiledForm()
    for (one, other) in zip(found.entities, expected.entities) { #expect(one == other) }
    #expect(found == expected)
    #expect(found.versionHashes() == model.versionHashes())
  }

  @Test func writingTwiceGivesTheSameBytes() throws {
    let model = SampleModels.library
    #expect(try CompiledModelWriter().data(for: model) == CompiledModelWriter().data(for: model))
    #expect(try XMLModelWriter().data(for: model) == XMLModelWriter().data(for: model))
  }

  @Test func rulesAndOrdersSurviveCompilingButNotASourceFile() throws {
    var model = SampleModels.library
    let warning = ModelValue.string("too long")
    model.entities[0].attributes[0].validationRules = [
      ValidationRule(predicate: .format("length <= 3 OR NOT (SELF CONTAINS \"x\")"), warning: warning)
    ]
    model.fetchRequests[0].sortKeys = [.init(key: "title", ascending: false)]
    let data = try CompiledModelWriter().data(for: model)
    #expect(try CompiledModelReader().document(from: data, name: "Library") == model.compiledForm())
    let error = failure { _ = try XMLModelWriter().data(for: model) }
    #expect(error?.entity == "Author" && error?.property == "name")
  }

  @Test func valuesOfUnknownClassesAreKeptUnopened() throws {
    var archive = KeyedArchive()
    archive.entries += [
      .object(.init(classNames: ["App.Cover", "NSObject"], fields: ["text": .reference(2), "next": .reference(1)])),
      .value(.string("hello")),
    ]
    archive.top["root"] = .reference(1)
    var model = SampleModels.library
    model.entities[1].attributes[8].defaultValue = .archived(archive.data())
    let data = try CompiledModelWriter().data(for: model)
    let found = try CompiledModelReader().document(from: data, name: "Library")
    let value = found.entity(named: "Item")?.attributes.first { $0.name == "shape" }?.defaultValue
    guard case .archived(let kept)? = value else {
      Issue.record("the value is \(String(describing: value))")
      return
    }
    let opened = try KeyedArchive(data: kept)
    let cover = try #require(opened.object(opened.top["root"]))
    #expect(cover.className == "App.Cover")
    #expect(opened.string(cover.fields["text"]) == "hello")
    #expect(opened.object(cover.fields["next"]) == cover)
  }

  @Test func charactersThatXMLCannotHoldAreRefused() {
    var model = SampleModels.library
    model.entities[0].attributes[0].defaultValue = "\u{1}"
    #expect(failure { _ = try XMLModelWriter().data(for: model) }?.kind == .invalidValue)
  }
}
