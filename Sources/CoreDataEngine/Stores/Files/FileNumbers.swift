/// The numbers that a file gives to objects, where it numbers all objects together and the store's keys, which were another
/// store's, count each hierarchy for itself.
///
/// They are the keys while these differ anyway. When the file is opened again, the numbers are the keys.
final class FileNumbers: Sendable {
  private struct Book {
    var numbers: [RowIdentity: Int64] = [:]
    var objects: [Int64: RowIdentity] = [:]
    var last: Int64
  }

  private let book: Lock<Book>

  /// Numbers all objects; `first` is the least number that a file uses.
  init(_ tables: MemoryTables, first: Int64) {
    let objects = tables.rows.enumerated().flatMap { root, rows in
      rows.keys.sorted().map { RowIdentity(root: root, key: $0) }
    }
    let areDistinct = Set(objects.map(\.key)).count == objects.count
    var book = Book(last: first - 1)
    for object in objects {
      let number = areDistinct ? object.key : book.last + 1
      book.numbers[object] = number
      book.objects[number] = object
      book.last = max(book.last, number)
    }
    self.book = Lock(book)
  }

  /// The number of an object; a new one for one that has none.
  func number(of object: RowIdentity) -> Int64 {
    book.withLock { book in
      if let known = book.numbers[object] { return known }
      book.last += 1
      book.numbers[object] = book.last
      book.objects[book.last] = object
      return book.last
    }
  }

  /// The key of the object that has a number; nil for none of the hierarchy.
  func key(of number: Int64, root: Int) -> Int64? {
    book.withLock { book in
      guard let object = book.objects[number], object.root == root else { return nil }
      return object.key
    }
  }

  /// The highest number given.
  var highest: Int64 { book.withLock { $0.last } }
}
