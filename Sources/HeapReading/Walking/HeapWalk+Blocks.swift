import HeapModel

extension HeapWalk {
  // A block: isa, flags, invoke, descriptor (reserved, size, helpers), captures
  // (https://clang.llvm.org/docs/Block-ABI-Apple.html). Bit 25 of the flags: it has copy and dispose
  // helpers, so it may own something.
  private static let ownsCaptures: UInt32 = 1 << 25
  private static let headerSize = 32
  // dispatch_block_private_data_s in libdispatch's src/queue_internal.h, made by dispatch_block_create:
  // after the header the magic, flags, state, priority, voucher, and then the block that was given.
  private static let dispatchBlockMagic: UInt = 0xD159_B10C
  private static let dispatchInnerBlockOffset = 72
  // Then the group that whoever waits for the work item is told by.
  private static let dispatchGroupOffset = 80

  mutating func readBlock(_ block: Address) {
    guard map.isReadable(block, length: Self.headerSize), block.address() != symbols.globalBlock,
      block.uint32(at: 8) & Self.ownsCaptures != 0
    else { return }
    let descriptor = block.address(at: 24)
    guard map.isReadable(descriptor, length: 16) else { return noteForeignBlock() }
    let size = Int(bitPattern: descriptor.word(at: 8))
    guard size >= Self.headerSize, size < 1 << 16, map.isReadable(block, length: size) else {
      return noteForeignBlock()
    }
    let content = compiler.tables.label(ReferenceLabel(role: .content))
    let knownLayout = Confidence.knownLayout
    if size >= Self.dispatchInnerBlockOffset + 8,
      block.word(at: Self.headerSize) == Self.dispatchBlockMagic
    {
      let inner = block.address(at: Self.dispatchInnerBlockOffset)
      guard map.isReadable(inner, length: Self.headerSize), symbols.isBlock(inner.address()) else {
        return noteForeignBlock()
      }
      reference(to: inner, label: content, index: -1, confidence: knownLayout)
      if size >= Self.dispatchGroupOffset + 8 {
        readPointerToMemory(
          at: block + Self.dispatchGroupOffset, compiler.groupOfWorkItem)
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
