import Library

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("TypedModel-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
try Demonstration(url: folder.appendingPathComponent("Library.sqlite")).run()
