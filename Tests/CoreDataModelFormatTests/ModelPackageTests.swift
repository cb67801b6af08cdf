import CoreDataModelFormat
import Foundation
import Testing

@Suite struct ModelPackageTests {
  private func versions(_ names: [String]) -> [ModelDocument] {
    names.map { name in
      var model = SampleModels.library
      model.name = name
      return model
    }
  }

  @Test(arguments: ["xcdatamodeld", "momd"])
  func packagesKeepVersionsAndTheCurrentOne(form: String) throws {
    try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("Library.\(form)")
      try ModelWriter.write(versions(["Library 10", "Library 2", "Library"]), current: "Library 2", to: url)
      let package = try ModelPackage(url: url)
      #expect(package.versions.map(\.name) == ["Library", "Library 2", "Library 10"])
      #expect(package.current.name == "Library 2")
      #expect(try ModelReader.document(at: url).compiledForm().entities == SampleModels.library.compiledForm().entities)
      if form == "momd" {
        #expect(package.versionHashes["Library 10"] == SampleModels.library.versionHashes())
        #expect(package.versionChecksums["Library"] == SampleModels.library.checksum())
      }
      #expect(failure { try ModelWriter.write(versions(["A"]), to: url) } != nil)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [url.lastPathComponent])
    }
  }

  @Test(arguments: ["xcdatamodel", "mom"])
  func singleVersionsStandAlone(form: String) throws {
    try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("Library.\(form)")
      try ModelWriter.write([SampleModels.library], to: url)
      #expect(try ModelPackage(url: url).current.name == "Library")
      #expect(try ModelReader.document(at: url).compiledForm() == SampleModels.library.compiledForm())
      #expect(
        failure { try ModelWriter.write(versions(["A", "B"]), to: folder.appendingPathComponent("X.\(form)")) } != nil)
    }
  }

  /// Without a mark: the version named like the package, else the last.
  @Test(arguments: [(["A", "Library", "Z"], "Library"), (["A 2", "A 10"], "A 10"), (["Only"], "Only")])
  func unmarkedPackagesHaveADeterministicCurrentVersion(names: [String], expected: String) throws {
    try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("Library.xcdatamodeld")
      try ModelWriter.write(versions(names), to: url)
      let mark = url.appendingPathComponent(".xccurrentversion")
      try FileManager.default.removeItem(at: mark)
      #expect(try ModelPackage(url: url).current.name == expected)
      let empty = #"<?xml version="1.0"?><plist version="1.0"><dict/></plist>"#
      try Data(empty.utf8).write(to: mark)
      #expect(try ModelPackage(url: url).current.name == expected)
    }
  }

  @Test func whatIsNoModelIsRefusedWithItsKind() throws {
    try withTemporaryFolder { folder in
      let manager = FileManager.default
      func kind(_ name: String) -> ModelFormatError.Kind? {
        failure { _ = try ModelReader.document(at: folder.appendingPathComponent(name)) }?.kind
      }
      #expect(kind("None.xcdatamodeld") == .missingFile)
      try manager.createDirectory(
        at: folder.appendingPathComponent("Empty.xcdatamodeld"), withIntermediateDirectories: true)
      #expect(kind("Empty.xcdatamodeld") == .missingFile)
      try manager.createDirectory(
        at: folder.appendingPathComponent("Old.xcdatamodel"), withIntermediateDirectories: true)
      #expect(kind("Old.xcdatamodel") == .missingFile)
      try Data("bplist00".utf8).write(to: folder.appendingPathComponent("Old.xcdatamodel/elements"))
      #expect(kind("Old.xcdatamodel") == .legacyFormat)
      try Data("text".utf8).write(to: folder.appendingPathComponent("Text.mom"))
      #expect(kind("Text.mom") == .malformedArchive)
      try Data("text".utf8).write(to: folder.appendingPathComponent("note.txt"))
      #expect(kind("note.txt") == .unsupportedFile)
      let url = folder.appendingPathComponent("Lost.xcdatamodeld")
      try ModelWriter.write(versions(["A", "B"]), current: "B", to: url)
      try manager.removeItem(at: url.appendingPathComponent("B.xcdatamodel"))
      let error = failure { _ = try ModelPackage(url: url) }
      #expect(error?.kind == .missingFile && error?.hint == "versions found: A" && error?.file == url.path)
    }
  }
}
