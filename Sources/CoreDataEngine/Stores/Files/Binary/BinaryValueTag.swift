/// What stands before each value of a binary store.
enum BinaryValueTag: UInt8 {
  case null = 0
  case integer = 1
  case double = 2
  case string = 3
  case data = 4
  case decimal = 5
  case uuid = 6
  case destinations = 7
}
