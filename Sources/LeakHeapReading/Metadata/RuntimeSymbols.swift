import LeakBase

/// Addresses of the runtime's well-known metadata, looked up once.
package struct RuntimeSymbols: Sendable {
  // The symbols name the full metadata, whose address point is one word in, after the witness table.
  let nativeObject = Address(symbol: "$sBoN") + 8
  let unknownObject = Address(symbol: "$sBON") + 8
  let bridgeObject = Address(symbol: "$sBbN") + 8
  let rawContinuation = Address(symbol: "$sBcN") + 8
  let rawPointer = Address(symbol: "$sBpN") + 8

  package let mallocBlock = Address(symbol: "_NSConcreteMallocBlock")
  let globalBlock = Address(symbol: "_NSConcreteGlobalBlock")
  let stackBlock = Address(symbol: "_NSConcreteStackBlock")

  /// The metadata of `AsyncTask`, and of the slabs of a task's allocator.
  package let task: Address
  package let taskSlab: Address

  init() {
    func stored(in symbol: String) -> Address {
      let variable = Address(symbol: symbol)
      return variable.isNull ? variable : variable.address()
    }
    task = stored(in: "_swift_concurrency_debug_asyncTaskMetadata")
    taskSlab = stored(in: "_swift_concurrency_debug_asyncTaskSlabMetadata")
  }

  /// Whether `isa` is the class of a block.
  func isBlock(_ isa: Address) -> Bool {
    !isa.isNull && (isa == mallocBlock || isa == globalBlock || isa == stackBlock)
  }
}
