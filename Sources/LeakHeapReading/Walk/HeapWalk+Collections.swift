import CLeakBase
import LeakBase
import LeakHeapModel

extension HeapWalk {
  /// An array's storage: the element count follows the header.
  mutating func readArray(_ object: Int, _ shape: HeapShape) {
    let storage = Address(addresses[object])
    let count = Int(bitPattern: storage.word(at: crt_fact_array_count()))
    let capacity = Int(
      bitPattern: storage.word(at: crt_fact_array_capacity())
        >> UInt(crt_fact_array_capacity_shift()))
    let stride = Int(plans[Int(shape.plan)].stride)
    let first = storage + Int(shape.elementOffset)
    guard (0...min(capacity, 1 << 36)).contains(count),
      map.isReadable(first, length: max(1, count * stride))
    else { return noteChange(of: object) }
    guard count <= limits.elements else { return noteLargeCollection() }
    let plan = plans[Int(shape.plan)]
    if plan.isPlain, plan.offsetCount == 1, stride == 8 {
      return readPlainArray(object, first: first, count: count, shape)
    }
    for element in 0..<count {
      // The storage of a large array is given back to the system at once when it is freed.
      if element & 0xFFF == 0xFFF, storage.word() != shape.isa {
        return noteChange(of: object)
      }
      run(
        shape.plan, at: first + element * stride, index: Int32(truncatingIfNeeded: element))
    }
  }

  /// A dictionary's or a set's storage.
  mutating func readHashTable(_ object: Int, _ shape: HeapShape) {
    let storage = Address(addresses[object])
    let isDictionary = shape.kind == .dictionary
    let keyStride = Int(plans[Int(shape.plan)].stride)
    let valueStride = Int(plans[Int(shape.valuePlan)].stride)
    guard
      let table = HashTable(
        at: storage, keyStride: keyStride, valueStride: isDictionary ? valueStride : nil, in: map)
    else { return noteChange(of: object) }
    guard table.bucketCount <= limits.elements else { return noteLargeCollection() }
    for wordIndex in 0..<table.wordCount {
      if wordIndex & 0x3F == 0x3F, storage.word() != shape.isa {
        return noteChange(of: object)
      }
      var occupied = table.occupied(inWord: wordIndex)
      while occupied != 0 {
        let bucket = wordIndex * 64 + occupied.trailingZeroBitCount
        occupied &= occupied - 1
        run(shape.plan, at: table.keys + bucket * keyStride, index: -1)
        if isDictionary { run(shape.valuePlan, at: table.values + bucket * valueStride, index: -1) }
      }
    }
  }

  private func noteLargeCollection() {
    noteUnread(
      compiler.tables.addReason("a collection of more than \(limits.elements) elements"))
  }

  /// A boxed error: header, type, witness table of `Error`, then the value.
  mutating func readErrorBox(_ box: Address) {
    let type = TypeMetadata(box.address(at: crt_fact_error_type()))
    guard compiler.isPlausibleType(type) else {
      return noteUnread(compiler.tables.addReason("an error of unknown type"))
    }
    let label = ReferenceLabel(role: .content, declaredType: type.name)
    let plan = compiler.tables.relabeled(compiler.plan(for: type), as: label)
    let offset = (crt_fact_error_value() + type.alignmentMask) & ~type.alignmentMask
    run(plan, at: box + offset, index: -1)
  }
}
