import Foundation

/// Filled files, each made once and then copied, since filling one takes longer than what is measured in it.
final class Templates {
  private struct Key: Hashable {
    let side: String
    let content: Content
  }

  private let scratch: Scratch
  private var files: [Key: URL] = [:]

  init(scratch: Scratch) {
    self.scratch = scratch
  }

  /// A new file of `side` with `content`.
  func newFile(for side: any Side, content: Content) throws -> URL {
    let key = Key(side: side.name, content: content)
    if files[key] == nil {
      let url = try scratch.newFile("template-\(files.count).sqlite")
      try side.fill(url, with: content)
      files[key] = url
    }
    let copy = try scratch.newFile("\(side.name).sqlite")
    if let template = files[key] { try FileManager.default.copyItem(at: template, to: copy) }
    return copy
  }
}
