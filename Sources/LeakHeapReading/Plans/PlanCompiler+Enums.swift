import LeakHeapModel

extension PlanCompiler {
  func enumeration(_ type: TypeMetadata, size: Int) -> [PlanOperation] {
    let descriptor = type.descriptor
    let payloadCount = descriptor.payloadCaseCount
    if payloadCount == 0 { return [] }
    let cases = descriptor.fields
    if cases.isNull || cases.count < payloadCount {
      if !type.ownsSomething { return [] }
      return [scanned("the cases of \(type.name), built without reflection metadata", size: size)]
    }
    let payloads = (0..<payloadCount).map { payloadPlan(cases[$0], of: type, size: size) }
    if payloads.allSatisfy({ $0 < 0 }) { return [] }
    if payloadCount == 1 { return singlePayload(type, payload: payloads[0]) }
    let layout = tables.addEnum(type, size: size, payloads: payloads)
    return inPayload(operation(.multiPayloadEnum, argument: Int32(layout)), of: payloads)
  }

  /// The operations for an enumeration with `payloads` of which `operation` asks for the case: one for the strong references in them, one
  /// for the observers. Where a case has the one, another may have the other.
  private func inPayload(
    _ operation: PlanOperation, of payloads: [LayoutPlan.ID]
  ) -> [PlanOperation] {
    var operations: [PlanOperation] = []
    let payloads = payloads.filter { $0 >= 0 }
    if payloads.contains(where: { !tables.isEmpty($0) }) { operations.append(operation) }
    if payloads.contains(where: tables.hasObservers) { operations.append(operation.observing) }
    return operations
  }

  /// The plan of the payload of `enumCase`, or -1 when it holds no references.
  private func payloadPlan(
    _ enumCase: FieldDescriptor.Record, of type: TypeMetadata, size: Int
  ) -> LayoutPlan.ID {
    let name = enumCase.name
    let label = ReferenceLabel(role: .content, path: name, isInPayload: true)
    if enumCase.isIndirectCase { return tables.relabeled(referencePlan, as: label) }
    guard let mangled = enumCase.type else { return -1 }
    if mangled.isBlock { return tables.relabeled(blockPlan, as: label) }
    guard let payload = resolve(mangled, of: type) else {
      let reason = "the payload of \(type.name).\(name), of a type that the runtime cannot name"
      return tables.relabeled(
        tables.addPlan([scanned(reason, size: size)], size: size, stride: size), as: label)
    }
    let plan = plan(for: payload)
    let isNothing = tables.isEmpty(plan) && !tables.hasObservers(plan)
    return isNothing ? -1 : tables.relabeled(plan, as: label)
  }

  /// The operations for an enumeration `type` of which one case only has a payload.
  func singlePayload(_ type: TypeMetadata, payload: LayoutPlan.ID) -> [PlanOperation] {
    if payload < 0 { return [] }
    let inner = tables.operations(of: payload)
    if inner.count == 1, inner[0].offset == 0, isNullWhenEmpty(inner[0], in: payload) {
      return inner
    }
    let layout = tables.addEnum(type, size: type.size, payloads: [])
    return inPayload(
      operation(.singlePayloadEnum, argument: payload, count: UInt32(layout)), of: [payload])
  }

  /// Whether the empty cases leave an invalid pointer where `operation` reads, so that the tag need not
  /// be asked for: what it reads is all that is in the payload. Beside another field, that one may tell the cases.
  private func isNullWhenEmpty(_ operation: PlanOperation, in plan: LayoutPlan.ID) -> Bool {
    let size = tables.plans[Int(plan)].size
    switch operation.kind {
    case .strong, .block: return size == 8
    case .function: return size == 16
    case .existential: return size == Int(operation.count)
    default: return false
    }
  }
}
