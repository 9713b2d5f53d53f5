import CLeakBase
import LeakBase
import LeakHeapModel

extension HeapWalk {
  private static var headerSize: Int { crt_fact_block_captures() }

  mutating func readBlock(_ block: Address) {
    guard map.isReadable(block, length: Self.headerSize), block.address() != symbols.globalBlock,
      block.uint32(at: crt_fact_block_flags()) >> UInt32(crt_fact_block_owns_bit()) & 1 != 0
    else { return }
    let descriptor = block.address(at: crt_fact_block_descriptor())
    guard map.isReadable(descriptor, length: 16) else { return noteForeignBlock() }
    let size = Int(bitPattern: descriptor.word(at: crt_fact_block_size()))
    guard size >= Self.headerSize, size < 1 << 16, map.isReadable(block, length: size) else {
      return noteForeignBlock()
    }
    let content = compiler.tables.label(ReferenceLabel(role: .content))
    let knownLayout = Confidence.knownLayout
    // dispatch_block_private_data_s, made by dispatch_block_create: a magic number, and further on the block that was
    // given, and the group by which whoever waits for the work item is told.
    if size >= crt_fact_work_item_block() + 8, LayoutFeature.dispatch.holds,
      block.word(at: Self.headerSize) == UInt(crt_fact_work_item_magic())
    {
      let inner = block.address(at: crt_fact_work_item_block())
      guard map.isReadable(inner, length: Self.headerSize), symbols.isBlock(inner.address()) else {
        return noteForeignBlock()
      }
      reference(to: inner, label: content, index: -1, confidence: knownLayout)
      if size >= crt_fact_work_item_group() + 8 {
        readPointerToMemory(
          at: block + crt_fact_work_item_group(), compiler.groupOfWorkItem)
      }
      return
    }
    let code = block.address(at: Self.headerSize)
    let context = block.address(at: Self.headerSize + 8)
    // The compiler makes a block from a closure by a thunk that captures the closure: code and context.
    if size == Self.headerSize + 16, map.isCode(code) {
      guard !context.isNull, map.isReadable(context, length: 16) else { return }
      return reference(
        toContext: context, code: code.bits, label: content, index: -1, confidence: knownLayout)
    }
    if !LayoutFeature.dispatch.holds {
      return noteUnread(compiler.tables.addReason(LayoutFeature.dispatch.reason))
    }
    // A block of another language: its captures have no layout that could be read.
    if isScanningOff(for: foreignBlock) { return }
    scanWords(at: block + Self.headerSize, length: size - Self.headerSize, label: content)
  }

  private func noteForeignBlock() {
    noteUnread(foreignBlock)
  }

  private var foreignBlock: Int32 {
    compiler.tables.addReason("a block that Swift did not make")
  }
}
