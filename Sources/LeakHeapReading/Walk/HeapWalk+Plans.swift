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
    case .singlePayloadEnum, .multiPayloadEnum:
      let failure = withPayload(of: operation, at: place) { walk, plan, payload in
        walk.run(plan, at: payload, index: index)
      }
      switch failure {
      case nil: break
      case .gone: noteChange()
      case .tooLarge:
        noteUnread(
          compiler.tables.addReason("an enumeration of more than \(limits.enumBytes) bytes"))
      }
    case .inlineArray:
      let stride = Int(plans[Int(operation.argument)].stride)
      for element in 0..<Int(operation.count) {
        run(operation.argument, at: place + element * stride, index: Int32(element))
      }
    case .scan: scan(at: place, length: Int(operation.count), operation)
    case .tail:
      let object = place + -Int(operation.offset)
      if map.blockSize(at: object) > Int(operation.offset) + PlanCompiler.mostSlack {
        scan(at: place, length: 0, operation)
      }
    case .keyPath:
      let keyPath = KeyPathPlace(address: place + -Int(operation.offset))
      if !LayoutFeature.keyPaths.isOff, keyPath.isTrivial { return }
      scan(at: place, length: 0, operation)
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

  /// Calls `body` with the plan of the payload that the enumeration at `place` has, and where the payload is; not where it has none.
  ///
  /// It is a copy's: to project a payload overwrites the tag, and another thread may be writing the enumeration, while the compiler's
  /// functions expect a value that stays as it is. What was asked for its case is what is read.
  @inline(__always)
  mutating func withPayload(
    of operation: PlanOperation, at place: Address,
    _ body: (inout HeapWalk, LayoutPlan.ID, Address) -> Void
  ) -> PayloadFailure? {
    let isSingle = operation.kind == .singlePayloadEnum
    let layout = enums[isSingle ? Int(operation.count) : Int(operation.argument)]
    let size = (Int(layout.size) + 15) & ~15
    guard scratchTop + size <= limits.enumBytes else { return .tooLarge }
    let copy = scratchMemory() + scratchTop
    guard place.copy(Int(layout.size), to: copy) else { return .gone }
    scratchTop += size
    defer { scratchTop -= size }
    let type = Address(layout.type).pointer
    let tag = crt_enum_tag(copy, type)
    guard tag < (isSingle ? 1 : UInt32(bitPattern: layout.payloadCount)) else { return nil }
    let plan = isSingle ? operation.argument : payloads[Int(layout.firstPayload) + Int(tag)]
    if plan < 0 { return nil }
    if !isSingle { crt_enum_project(copy, type) }
    body(&self, plan, Address(UInt(bitPattern: copy)))
    return nil
  }

  /// Why an enumeration cannot be asked for its payload.
  enum PayloadFailure {
    case tooLarge, gone
  }
}
