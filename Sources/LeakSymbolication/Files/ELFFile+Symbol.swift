extension ELFFile {
  /// A range of addresses with a name, as the image's file tells it.
  struct Symbol {
    /// The address in the file's own numbering: where the image is loaded is to be added.
    var address: UInt64
    var size: UInt64
    /// Where the name begins in the table's strings.
    var name: UInt32
  }

  /// What a symbol names.
  enum SymbolKind: Sendable {
    case function
    case data
  }
}
