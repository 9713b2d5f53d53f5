import CLeakHeapRoots
import LeakBase
import LeakHeapModel
import LeakHeapReading

extension ProcessCopy {
  /// A value of which the type is known, in the copy.
  struct Value {
    var address: UInt
    var size: Int
    var plan: LayoutPlan.ID
  }

  /// What the type of `value` says of the word at `slot` in it, which is the address of `target`.
  ///
  /// What is in the payload of an enumeration, or in an existential, is told by the value as it was copied: words that its case
  /// does not use may be left from before.
  func grade(ofWordAt slot: UInt, target: UInt, of value: Value) -> EvidenceGrade {
    var kinds = WordKinds()
    kinds.mark(value.plan, in: compiler.tables)
    let word = kinds[Int(slot - value.address)]
    switch word {
    case CRT_WORD_STRONG, CRT_WORD_PENDING: return .typedReference
    case CRT_WORD_CONTEXT, CRT_WORD_MAYBE, CRT_WORD_MAYBE_OPEN:
      let read = withWalk(of: value) { walk, place in
        (
          targets: walk.references(ofValueAt: place, plan: value.plan),
          isOpen: walk.isInOpenExistential(
            Int(slot - value.address), ofValueAt: place, plan: value.plan)
        )
      }
      guard let read else { return .mayOwn }
      if read.targets.contains(target) { return .typedReference }
      return word == CRT_WORD_MAYBE_OPEN || read.isOpen ? .mayOwn : .neverOwns
    case CRT_WORD_OPEN: return .mayOwn
    default: return .neverOwns
    }
  }

  /// The code of the function in `value` whose context is the word at `slot`, which is the address of `context`; `nil` where there is
  /// none.
  func code(ofFunctionWithContextAt slot: UInt, _ context: UInt, in value: Value) -> UInt? {
    guard slot >= value.address &+ 8, let code = word(at: slot &- 8) else { return nil }
    let references = withWalk(of: value) { $0.functionReferences(ofValueAt: $1, plan: value.plan) }
    let isFunction = references?.contains { $0.code == code && $0.target.bits == context }
    return isFunction == true ? code : nil
  }

  /// Calls `body` with what reads a value, and where a copy of its bytes is; `nil` where it cannot be read.
  private func withWalk<Result>(
    of value: Value, _ body: (inout HeapWalk, Address) -> Result
  ) -> Result? {
    guard value.size <= Self.mostBytes, let bytes = bytes(at: value.address, count: value.size)
    else { return nil }
    // The walk reads whole words.
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: value.size + 16, alignment: 16)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    memory.copyBytes(from: bytes)
    var walk = HeapWalk(compiler: compiler)
    defer { walk.deallocate() }
    return body(&walk, Address(UInt(bitPattern: memory.baseAddress)))
  }

  private static let mostBytes = 1 << 16
}

extension ProcessCopy {
  /// The type of the object at `block`; `nil` for memory without one.
  func type(of block: UInt) -> HeapObjectType? {
    guard let isa = word(at: block) else { return nil }
    let shape = compiler.shape(of: Address(isa))
    return shape == compiler.unknownShape ? nil : compiler.tables.types[Int(shape)]
  }
}

extension ProcessCopy.Value {
  /// All that `plan` says of the memory at `address`.
  init(_ address: UInt, _ plan: LayoutPlan.ID, in tables: PlanTables) {
    self.init(address: address, size: Int(tables.plans[Int(plan)].size), plan: plan)
  }
}
