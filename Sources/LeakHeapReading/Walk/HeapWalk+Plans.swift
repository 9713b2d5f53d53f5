import CLeakBase
import LeakBase
import LeakHeapModel

/// The references in memory whose layout a plan tells.
extension HeapWalk {
  /// Notes the references that `plan` finds in the memory at `base`.
  mutating func run(_ id: LayoutPlan.ID, at base: Address, index: Int32) {
    let plan = plans[Int(id)]
    var next = Int(plan.start)
    let end = next + Int(plan.count)
    while next < end {
      let operation = operations[next]
      if operation.kind == .strong {
        reference(
          to: base.address(at: Int(operation.offset)), label: operation.label, index: index,
          confidence: operation.confidence)
      } else {
        perform(operation, at: base + Int(operation.offset), index: index)
      }
      next += 1
    }
  }

  @inline(never)
  mutating func perform(_ operation: PlanOperation, at place: Address, index: Int32) {
    let label = operation.label
    switch operation.kind {
    case .strong:
      reference(to: place.address(), label: label, index: index, confidence: operation.confidence)
    case .bridge:
      reference(to: Address(place.word() & Processor.pointerBits), label: label, index: index)
    case .function:
      let code = place.word()
      if code < Self.lowestObject { return }
      reference(toContext: place.address(at: 8), code: code, label: label, index: index)
    case .block:
      reference(to: place.address(), label: label, index: index)
    case .existential: readExistential(at: place, label: label, index: index)
    case .singlePayloadEnum:
      let layout = enums[Int(operation.count)]
      // The copy is one moment's: what was asked for its case is what is read.
      withCopy(of: layout, at: place) { walk, copy in
        if crt_enum_tag(copy, Address(layout.type).pointer) == 0 {
          walk.run(operation.argument, at: Address(UInt(bitPattern: copy)), index: index)
        }
      }
    case .multiPayloadEnum:
      readMultiPayloadEnum(enums[Int(operation.argument)], at: place, index: index)
    case .inlineArray:
      let stride = Int(plans[Int(operation.argument)].stride)
      for element in 0..<Int(operation.count) {
        run(operation.argument, at: place + element * stride, index: Int32(element))
      }
    case .scan: scan(at: place, length: Int(operation.count), operation)
    case .memory: readPointerToMemory(at: place, operation)
    case .unread: noteUnread(operation.argument)
    case .weak, .unowned, .pointer: break
    }
  }

  /// An existential container keeps its value in three words, or in a box that the first of them points to.
  mutating func readExistential(at place: Address, label: UInt32, index: Int32) {
    let type = TypeMetadata(place.address(at: crt_fact_existential_value_type()))
    if type.address.bits < Self.lowestObject { return }
    guard compiler.isPlausibleType(type) else {
      return noteUnread(compiler.tables.addReason("a value of unknown type in an existential"))
    }
    if type.isClass || type.isStoredOutOfLine {
      return reference(to: place.address(), label: label, index: index)
    }
    let plan = compiler.plan(for: type)
    if compiler.tables.isEmpty(plan) { return }
    let outer = compiler.tables.labels[Int(label)]
    run(compiler.tables.relabeled(plan, as: outer), at: place, index: index)
  }

  /// Finds an enumeration's payload in a copy of its bytes, because projecting it overwrites the tag.
  mutating func readMultiPayloadEnum(
    _ layout: EnumLayout, at place: Address, index: Int32
  ) {
    withCopy(of: layout, at: place) { walk, copy in
      let type = Address(layout.type).pointer
      let tag = crt_enum_tag(copy, type)
      guard tag < UInt32(bitPattern: layout.payloadCount) else { return }
      let plan = walk.payloads[Int(layout.firstPayload) + Int(tag)]
      if plan < 0 { return }
      crt_enum_project(copy, type)
      walk.run(plan, at: Address(UInt(bitPattern: copy)), index: index)
    }
  }

  /// Calls `body` with a copy of the enumeration at `place`: another thread may be writing it, and the compiler's
  /// functions expect a value that stays as it is.
  @inline(__always)
  private mutating func withCopy(
    of layout: EnumLayout, at place: Address,
    _ body: (inout HeapWalk, UnsafeMutableRawPointer) -> Void
  ) {
    let size = (Int(layout.size) + 15) & ~15
    guard scratchTop + size <= limits.enumBytes else {
      return noteUnread(
        compiler.tables.addReason("an enumeration of more than \(limits.enumBytes) bytes"))
    }
    let copy = scratchMemory() + scratchTop
    guard place.copy(Int(layout.size), to: copy) else { return noteChange() }
    scratchTop += size
    body(&self, copy)
    scratchTop -= size
  }
}
