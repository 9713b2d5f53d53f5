import CLeakBase
import LeakBase
import LeakHeapModel

/// Memory without a layout: what looks like a reference is taken for one, and marked so.
///
/// A word is taken for a reference only when it is the address of a live heap block whose first word is
/// validated metadata or the class of a block, and whose size fits. Weak references point at side tables,
/// which begin with neither. Unowned references and stale words do look strong: the retain counts refute them.
extension HeapWalk {
  /// Whether nothing can be scanned here; notes `reason`, what is not read for that, and why.
  func isScanningOff(for reason: @autoclosure () -> Int32) -> Bool {
    guard let obstacle = Allocator.obstacleToScanning else { return false }
    noteUnread(reason())
    noteUnread(compiler.tables.addReason(obstacle))
    return true
  }

  /// Scans `length` bytes at `place`, or what is left of the object's heap block if `length` is 0.
  mutating func scan(at place: Address, length: Int, _ operation: PlanOperation) {
    if isScanningOff(for: operation.argument) { return }
    var length = length
    if length == 0 {
      let offset = Int(operation.offset)
      length = map.blockSize(at: place + -offset) - offset
    }
    scanWords(at: place, length: length, label: operation.label, noting: .all)
  }

  /// Of which references the functions are noted whose contexts they may be.
  enum NotedFunctions {
    case none, ofClosureContexts, all
  }

  /// Notes that a reference is the context of the function at `code`, where one may begin there: the compiler aligns functions to 16
  /// bytes, and return addresses it does not.
  private func noteFunction(_ code: UInt, ofReference reference: Int) {
    guard code & 15 == 0, map.isCode(Address(code)) else { return }
    functions.append(FunctionCode(reference: UInt32(truncatingIfNeeded: reference), code: code))
  }

  mutating func scanWords(
    at place: Address, length: Int, label: UInt32, noting noted: NotedFunctions = .none
  ) {
    for offset in stride(from: 0, to: length - 7, by: 8) {
      let before = references.count
      scan(place.word(at: offset), label: label)
      if offset > 0, references.count > before, isNoted(references[before].target, noted) {
        noteFunction(place.word(at: offset - 8), ofReference: before)
      }
    }
  }

  private func isNoted(_ target: UInt32, _ noted: NotedFunctions) -> Bool {
    switch noted {
    case .none: false
    case .ofClosureContexts:
      compiler.tables.types[Int(objectShapes[Int(target)])].kind == .closureContext
    case .all: true
    }
  }

  /// Notes a conservative reference when `word` looks like one.
  mutating func scan(_ word: UInt, label: UInt32) {
    // An enumeration with several payloads keeps its tag in the spare bits of a pointer.
    let pointer = word & Processor.pointerBits
    if word & 15 == 0, let shape = shape(ofHeapObjectAt: Address(word)) {
      conservativeReference(to: Address(word), shape: shape, label: label)
    } else if pointer != word, pointer & 15 == 0,
      let shape = shape(ofHeapObjectAt: Address(pointer))
    {
      conservativeReference(to: Address(pointer), shape: shape, label: label)
    }
  }

  /// Whether a live heap block begins at `address` that looks like an object.
  package func isHeapObject(_ address: Address) -> Bool { shape(ofHeapObjectAt: address) != nil }

  /// The shape of the object at `address`; `nil` unless a live heap block begins there that looks like one.
  func shape(ofHeapObjectAt address: Address) -> HeapShape.ID? {
    guard address.bits >= 0x10000 else { return nil }
    let size = map.blockSize(at: address)
    guard size >= 16 else { return nil }
    let isa = address.address()
    if isa == symbols.mallocBlock { return isa.isNull ? nil : compiler.shape(of: isa) }
    // What looks like metadata, but of a kind that no object has, was a word that happens to.
    guard compiler.isPlausibleMetadata(isa) else { return nil }
    let shape = compiler.shape(of: isa)
    if shape == compiler.unknownShape { return nil }
    let metadata = TypeMetadata(isa)
    if metadata.isClass && metadata.instanceSize > size { return nil }
    // A stale word can lead to what is left of an object.
    let counts = ReferenceCountBits(
      address.word(at: crt_fact_counts_offset()), of: address, in: map)
    return counts?.isAlive == true ? shape : nil
  }

  /// Notes a reference to what was an object of this shape a moment ago. A stale word may lead to one that another thread is
  /// just giving back: that is found to have changed when it is read.
  @discardableResult
  private mutating func conservativeReference(
    to address: Address, shape: HeapShape.ID, label: UInt32
  ) -> (target: UInt32, isNew: Bool)? {
    if isFull() { return nil }
    let (target, isNew) = table.insert(
      address.bits, next: UInt32(truncatingIfNeeded: addresses.count))
    if isNew {
      identify(upTo: addresses.count)
      addresses.append(address.bits)
      objectShapes.append(shape)
    }
    references.append(HeapReference(target: target, label: label, confidence: .conservative))
    return (target, isNew)
  }
}

// MARK: - Memory of libraries written in C

extension HeapWalk {
  /// Notes the block of memory that the pointer at `place` owns.
  mutating func readPointerToMemory(at place: Address, _ operation: PlanOperation) {
    if isScanningOff(for: operation.argument) { return }
    let block = place.address()
    guard !block.isNull, map.blockSize(at: block) > 0 else { return }
    memoryReference(to: block, label: operation.label, depth: 1)
  }

  /// Scans a block of memory, and enters the blocks that it leads to.
  mutating func readMemory(_ block: Address, object: Int) {
    let label = compiler.tables.label(ReferenceLabel(role: .content))
    let depth = memoryDepths[UInt32(object)] ?? 1
    let size = map.blockSize(at: block)
    guard size <= limits.memoryBlockBytes else { return noteLargeBlock() }
    if isText(block, size: size) { return }
    for offset in stride(from: 0, to: size - 7, by: 8) {
      var word = block.word(at: offset)
      // What a source waits for lies behind its links to others that wait for the same
      // (dispatch_unote_linkage_s in libdispatch's src/event/event_internal.h): three words into a block.
      if word & 15 == 8 { word &-= 24 }
      guard word & 15 == 0 else { continue }
      if let shape = shape(ofHeapObjectAt: Address(word)) {
        // Queues link the jobs of tasks, which they do not own.
        if Address(word).address() != symbols.task {
          conservativeReference(to: Address(word), shape: shape, label: label)
        }
      } else if depth < limits.memoryDepth {
        enterMemory(at: Address(word), label: label, depth: depth + 1)
      }
    }
  }

  /// Whether a block of memory has a string in it and nothing else, as the label of a queue: what is behind its end is left from who had
  /// the block before.
  ///
  /// glibc's `malloc` rounds sizes up by less than 24 bytes, and by 16 more where it would leave too little for another block.
  private func isText(_ block: Address, size: Int) -> Bool {
    for offset in 0..<size {
      let byte = block.byte(at: offset)
      // Six characters may be an address; of fewer, what is left behind their end makes one up, but hardly that of a block.
      if byte == 0 {
        let word = block.address()
        let isPointer =
          offset == 6 ? map.isReadable(word, length: 8) : offset < 6 && map.blockSize(at: word) > 0
        return offset > 0 && size - offset <= 40 && !isPointer
      }
      guard (0x20..<0x7F).contains(byte) else { return false }
    }
    return false
  }

  private mutating func enterMemory(at address: Address, label: UInt32, depth: Int) {
    guard address.bits >= 0x10000 else { return }
    let size = map.blockSize(at: address)
    guard size >= 16 else { return }
    guard size <= limits.memoryBlockBytes else { return noteLargeBlock() }
    guard memoryDepths.count < limits.memoryBlocks else {
      return noteUnread(
        compiler.tables.addReason(
          "memory of a system library beyond the first \(limits.memoryBlocks) blocks"))
    }
    memoryReference(to: address, label: label, depth: depth)
  }

  private func noteLargeBlock() {
    noteUnread(
      compiler.tables.addReason(
        "a system library's block of memory of more than \(limits.memoryBlockBytes) bytes"))
  }

  private mutating func memoryReference(to block: Address, label: UInt32, depth: Int) {
    let reference = conservativeReference(to: block, shape: compiler.memoryShape, label: label)
    if let (target, isNew) = reference, isNew { memoryDepths[target] = depth }
  }
}
