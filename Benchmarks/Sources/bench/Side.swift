import Foundation

/// One of those that are compared.
protocol Side {
  var name: String { get }

  /// Makes a file with `content` at `url`, and leaves it closed. Not measured.
  func fill(_ url: URL, with content: Content) throws

  /// Opens the file at `url` and makes ready what is not to be measured. The closure that comes back is measured;
  /// it returns the checksum of what it did, and the file is closed when it goes.
  ///
  /// `items` is how many items the file holds or is to hold.
  func prepare(_ workload: Workload, at url: URL, items: Int) throws -> () throws -> UInt64
}
