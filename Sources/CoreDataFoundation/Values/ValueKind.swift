import Foundation

/// A value sorted out by what it is.
///
/// Casting an `Any` that does not fit costs far more than asking for its type, so this asks for the type first.
enum ValueKind {
  case text(String)
  case number(NumericValue)
  case date(Date)
  case id(UUID)
  case data(Data)
  case url(URL)
  case other

  init(_ value: Any) {
    let type = type(of: value)
    if type is AnyClass {
      switch value {
      case let number as NSNumber: self = .number(NumericValue(number))
      case let text as NSString: self = .text(text as String)
      case let date as NSDate: self = .date(date as Date)
      case let data as NSData: self = .data(data as Data)
      case let id as NSUUID: self = .id(id as UUID)
      case let url as NSURL: self = .url(url as URL)
      default: self = .other
      }
    } else if type == String.self, let text = value as? String {
      self = .text(text)
    } else if type == Date.self, let date = value as? Date {
      self = .date(date)
    } else if let number = NumericValue(value) {
      self = .number(number)
    } else if type == UUID.self, let id = value as? UUID {
      self = .id(id)
    } else if type == Data.self, let data = value as? Data {
      self = .data(data)
    } else if type == URL.self, let url = value as? URL {
      self = .url(url)
    } else if let text = value as? String {
      // A substring or another kind of text.
      self = .text(text)
    } else {
      self = .other
    }
  }
}
