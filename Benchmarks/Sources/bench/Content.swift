/// What a file is filled with before it is measured.
enum Content: Hashable {
  case empty
  case items(Int)
  /// 1,000 parents and 100,000 children.
  case families
}
