import CoreDataEngine
import CoreDataModelFormat
import CoreDataSQLite
import Foundation

/// Input that the tool cannot use: what is wrong, and where.
struct ToolError: Error {
  let description: String

  init(_ description: String) { self.description = description }

  /// One line for any error.
  static func line(for error: any Error) -> String {
    let text: String
    switch error {
    case let error as ToolError: text = error.description
    case let error as ModelFormatError: text = error.description
    case let error as PredicateFormatError: text = error.description
    case let error as SQLiteError: text = error.description
    case let error as NSError where error.domain == NSCocoaErrorDomain:
      text = (error.userInfo[NSLocalizedFailureReasonErrorKey] as? String) ?? error.localizedDescription
    default: text = "\(error)"
    }
    return text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
