/// What an accessor needs to know of a property: which it is, and where a row has its value.
struct PropertyPlace: BitwiseCopyable {
  let token: UInt32
  /// -1 for none.
  let cell: Int32
}
