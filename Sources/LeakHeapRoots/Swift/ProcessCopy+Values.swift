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
    switch kinds[Int(slot - value.address)] {
    case CRT_WORD_STRONG, CRT_WORD_PENDING: return .typedReference
    case CRT_WORD_CONTEXT, CRT_WORD_MAYBE:
      guard let targets = references(of: value) else { return .mayOwn }
      return targets.contains(target) ? .typedReference : .neverOwns
    case CRT_WORD_OPEN: return .mayOwn
    default: return .neverOwns
    }
  }

  /// The objects to which a value has strong references; `nil` where it cannot be read.
  private func references(of value: Value) -> Set<UInt>? {
    guard value.size <= Self.mostBytes, let bytes = bytes(at: value.address, count: value.size)
    else { return nil }
    // The walk reads whole words.
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: value.size + 16, alignment: 16)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    memory.copyBytes(from: bytes)
    var walk = HeapWalk(compiler: compiler)
    defer { walk.deallocate() }
    return walk.references(
      ofValueAt: Address(UInt(bitPattern: memory.baseAddress)), plan: value.plan)
  }

  private static let mostBytes = 1 << 16
}
