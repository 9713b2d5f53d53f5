/// A symbol of an image that is loaded in the process.
package struct LoadedSymbol: Hashable, Sendable {
  /// The name as the linker knows it.
  package var name: String
  /// Where it begins in the process.
  package var address: UInt
  /// How many bytes it has; 0 where the image does not say.
  package var size: UInt

  /// The addresses that are its own.
  package var addresses: Range<UInt> {
    address..<(address &+ size < address ? .max : address + size)
  }
}

extension LoadedSymbol {
  /// The symbol of a file that is loaded `bias` above its own numbering.
  init?(_ symbol: SymbolTable.Symbol, of file: ELFFile, bias: UInt) {
    guard let name = file.name(of: symbol) else { return nil }
    self.init(
      name: name, address: UInt(symbol.address) &+ bias, size: UInt(symbol.size))
  }
}
