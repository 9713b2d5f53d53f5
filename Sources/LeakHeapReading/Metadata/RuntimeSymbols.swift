import CLeakBase
import LeakBase

/// Addresses of the runtime's well-known metadata, looked up once.
package struct RuntimeSymbols: Sendable {
  let nativeObject = Self.metadata(of: "$sBoN")
  let unknownObject = Self.metadata(of: "$sBON")
  let bridgeObject = Self.metadata(of: "$sBbN")
  let rawContinuation = Self.metadata(of: "$sBcN")
  let rawPointer = Self.metadata(of: "$sBpN")

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

  /// The symbols name the full metadata, which begins with the witness table.
  private static func metadata(of symbol: String) -> Address {
    Address(symbol: symbol) + -crt_fact_type_witnesses()
  }

  /// Whether `isa` is the class of a block.
  func isBlock(_ isa: Address) -> Bool {
    !isa.isNull && (isa == mallocBlock || isa == globalBlock || isa == stackBlock)
  }
}
