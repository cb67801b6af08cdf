import CoreDataModelFormat
import Foundation
import Testing

@Suite struct WritingTests {
  @Test func aFileWithTheSameTextIsLeftAlone() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("deep/File.swift")
    let file = GeneratedFile(name: "File.swift", text: "let a = 1\n")
    #expect(try file.write(to: url))
    let old = Date(timeIntervalSince1970: 1000)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: url.path)
    #expect(try !file.write(to: url))
    #expect(try FileManager.default.attributesOfItem(atPath: url.path)[.modificationDate] as? Date == old)
    #expect(try GeneratedFile(name: "File.swift", text: "let a = 2\n").write(to: url))
    #expect(try String(contentsOf: url, encoding: .utf8) == "let a = 2\n")
  }
}
