/// A symbol that names a range of an image's data.
struct DataSymbol: Hashable, Sendable {
  /// The name, as the linker knows it.
  var name: String
  /// Where the data begins in the process.
  var address: UInt
  var size: UInt
}
