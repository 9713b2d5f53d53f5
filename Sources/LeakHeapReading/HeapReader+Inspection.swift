import LeakBase
import LeakHeapModel

/// A place of a layout plan, to be compared with another description of the same memory.
package struct LayoutSlot: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// A strong reference.
    case strong
    /// A function pointer, followed by the strong reference to its context.
    case function
    /// An existential container for a value of any type.
    case existential
    /// Memory of which the plan does not know what it holds.
    case unread
  }

  /// The payload cases in which there is such a place, by their position, outermost first. Empty for a
  /// place that is always there, or that tells by itself whether it is.
  package var cases: [Int]

  /// The offset in bytes from the beginning of the memory.
  package var offset: Int

  package var kind: Kind

  package init(cases: [Int] = [], offset: Int, kind: Kind) {
    self.cases = cases
    self.offset = offset
    self.kind = kind
  }
}

/// The layout plan of a type of values, or of objects with the same first word.
package struct InspectedLayout: Sendable, Hashable {
  package enum Subject: Sendable, Hashable {
    /// A variable of the type that has its metadata at this address.
    case value(metadata: UInt)
    /// An instance of the class that has its metadata at this address; the superclasses' follow.
    case instance(metadata: [UInt])
    /// The closure context or box at this address, with its first word.
    case context(address: UInt, metadata: UInt)
  }

  package let subject: Subject

  /// The name of the type; for one without a name, what it is, and the mangled types that it captured.
  package let name: String

  package let slots: Set<LayoutSlot>

  package init(subject: Subject, name: String, slots: Set<LayoutSlot>) {
    self.subject = subject
    self.name = name
    self.slots = slots
  }
}

extension HeapReader {
  /// The plans of the types of values that were compiled so far, without those whose metadata is in `known`.
  package func layoutsOfValues(without known: Set<UInt>) -> [InspectedLayout] {
    withCompiler { compiler in
      compiler.planOfType.compactMap { type, plan in
        if known.contains(type.address.bits) { return nil }
        return InspectedLayout(
          subject: .value(metadata: type.address.bits), name: type.name,
          slots: compiler.slots(of: plan))
      }
    } ?? []
  }

  /// The plans of the instances, closure contexts and captured variables in `snapshot`, one for each first
  /// word. The objects are alive.
  ///
  /// Collections and boxes that hold one value are left out: their plan is the value's. So is what only
  /// conservative references lead to: it may be anyone's, and gone in the next moment.
  package func layouts(of snapshot: HeapSnapshot) -> [InspectedLayout] {
    withCompiler { compiler in
      var seen: Set<UInt> = []
      return snapshot.graph.surelyReachedObjects.compactMap { object in
        let address = Address(snapshot.addresses[object])
        let type = snapshot.graph.type(of: object)
        guard [.instance, .closureContext, .box].contains(type.kind),
          seen.insert(address.word()).inserted
        else { return nil }
        return compiler.layout(ofObjectAt: address, type: type)
      }
    } ?? []
  }
}

extension PlanCompiler {
  fileprivate func layout(ofObjectAt address: Address, type: HeapObjectType) -> InspectedLayout? {
    let isa = address.address()
    let shape = tables.shapes[Int(shape(of: isa))]
    var plan = shape.plan
    switch shape.kind {
    case .leaf, .fixed: break
    case .genericClosure:
      plan = genericClosurePlan(context: address, metadata: TypeMetadata(isa))
    default: return nil
    }
    var subject = InspectedLayout.Subject.context(address: address.bits, metadata: isa.bits)
    if isa.word() == MetadataKind.heapGenericLocalVariable { return nil }
    if type.kind == .instance {
      let classes = chain(of: TypeMetadata(isa)).map(\.address.bits)
      subject = .instance(metadata: classes)
    }
    var name = type.name
    if let descriptor = CaptureDescriptor(contextMetadata: TypeMetadata(isa), map: map),
      type.kind != .instance
    {
      name += " (\(descriptor.captures.map(\.text).joined(separator: ", ")))"
    }
    return InspectedLayout(subject: subject, name: name, slots: slots(of: plan))
  }

  /// The places that `plan` leads to.
  fileprivate func slots(of plan: LayoutPlan.ID) -> Set<LayoutSlot> {
    var slots: Set<LayoutSlot> = []
    collectSlots(of: plan, at: 0, cases: [], into: &slots)
    return slots
  }

  private func collectSlots(
    of plan: LayoutPlan.ID, at base: Int, cases: [Int], into slots: inout Set<LayoutSlot>
  ) {
    for operation in tables.operations(of: plan) {
      let offset = base + Int(operation.offset)
      func insert(_ kind: LayoutSlot.Kind) {
        slots.insert(LayoutSlot(cases: cases, offset: offset, kind: kind))
      }
      switch operation.kind {
      case .strong, .bridge, .block: insert(.strong)
      case .function: insert(.function)
      case .existential: insert(.existential)
      case .singlePayloadEnum:
        collectSlots(of: operation.argument, at: offset, cases: cases, into: &slots)
      case .multiPayloadEnum:
        let layout = tables.enums[Int(operation.argument)]
        for index in 0..<Int(layout.payloadCount) {
          let payload = tables.payloads[Int(layout.firstPayload) + index]
          guard payload >= 0 else { continue }
          collectSlots(of: payload, at: offset, cases: cases + [index], into: &slots)
        }
      case .inlineArray:
        let stride = Int(tables.plans[Int(operation.argument)].stride)
        for element in 0..<Int(operation.count) {
          collectSlots(
            of: operation.argument, at: offset + element * stride, cases: cases, into: &slots)
        }
      default: insert(.unread)
      }
    }
  }
}
