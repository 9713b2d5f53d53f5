import LeakBase
import LeakHeapModel

/// Everything that was compiled from metadata so far, in flat tables that a walk reads without cost.
package struct PlanTables {
  let operations = FlatBuffer<PlanOperation>(capacity: 1024)
  package let plans = FlatBuffer<LayoutPlan>(capacity: 256)
  /// Where the words of plain plans are.
  let offsets = FlatBuffer<UInt32>(capacity: 1024)
  package let enums = FlatBuffer<EnumLayout>()
  /// Plans of payload cases, by ``EnumLayout/firstPayload``; -1 for a payload without references.
  let payloads = FlatBuffer<LayoutPlan.ID>()
  package let shapes = FlatBuffer<HeapShape>(capacity: 256)

  /// The type of each shape's objects.
  package private(set) var types: [HeapObjectType] = []
  package private(set) var labels: [ReferenceLabel] = []
  private var labelIDs: [ReferenceLabel: UInt32] = [:]
  /// Why memory cannot be read, by the argument of ``PlanOperation/Kind/unread``.
  private(set) var reasons: [String] = []
  private var relabeledPlans: [RelabeledPlan: LayoutPlan.ID] = [:]

  private struct RelabeledPlan: Hashable {
    var plan: LayoutPlan.ID
    var label: UInt32
  }

  /// The plan of memory without references.
  static let emptyPlan: LayoutPlan.ID = 0

  init() {
    _ = addPlan([], size: 0, stride: 0)
    _ = label(.value)
  }

  func isEmpty(_ plan: LayoutPlan.ID) -> Bool { plans[Int(plan)].count == 0 }

  func hasObservers(_ plan: LayoutPlan.ID) -> Bool { plans[Int(plan)].observerCount > 0 }

  /// Whether the types of all that is in the memory of `plan` are known.
  func isRead(_ plan: LayoutPlan.ID) -> Bool {
    operations(of: plan).allSatisfy { ![.unread, .scan, .keyPath].contains($0.kind) }
  }

  /// What there is to do for `plan`, if it is one thing.
  func onlyOperation(of plan: LayoutPlan.ID) -> PlanOperation? {
    let plan = plans[Int(plan)]
    return plan.count == 1 ? operations[Int(plan.start)] : nil
  }

  /// The plans of the payloads of the enumeration for which `operation` is.
  package func payloads(of operation: PlanOperation) -> [LayoutPlan.ID] {
    if operation.kind == .singlePayloadEnum { return [operation.argument] }
    let layout = enums[Int(operation.argument)]
    return (0..<layout.payloadCount).map { payloads[Int(layout.firstPayload + $0)] }
      .filter { $0 >= 0 }
  }

  /// What finds the strong references.
  package func operations(of plan: LayoutPlan.ID) -> [PlanOperation] {
    let plan = plans[Int(plan)]
    return (0..<Int(plan.count)).map { operations[Int(plan.start) + $0] }
  }

  /// What finds weak and unowned references, and pointers.
  package func observers(of plan: LayoutPlan.ID) -> [PlanOperation] {
    let plan = plans[Int(plan)]
    return (0..<Int(plan.observerCount)).map { operations[Int(plan.start + plan.count) + $0] }
  }

  // Mutating, so that the tables are not copied when an argument is what changes them.
  mutating func addPlan(_ steps: [PlanOperation], size: Int, stride: Int) -> LayoutPlan.ID {
    let start = operations.count
    let observers = steps.filter(\.isObserver)
    let steps = steps.filter { !$0.isObserver }
    steps.forEach(operations.append)
    observers.forEach(operations.append)
    let words = steps.compactMap(\.words)
    let isPlain = words.count == steps.count
    plans.append(
      LayoutPlan(
        start: Int32(start), count: Int32(steps.count), observerCount: Int32(observers.count),
        size: Int32(clamping: size),
        stride: Int32(clamping: stride), firstOffset: isPlain ? Int32(offsets.count) : -1,
        offsetCount: isPlain ? Int32(words.joined().count) : 0))
    if isPlain { words.joined().forEach(offsets.append) }
    return LayoutPlan.ID(plans.count - 1)
  }

  mutating func addEnum(_ type: TypeMetadata, size: Int, payloads plans: [LayoutPlan.ID]) -> Int {
    let first = payloads.count
    plans.forEach(payloads.append)
    enums.append(
      EnumLayout(
        type: type.address.bits, size: Int32(clamping: size), firstPayload: Int32(first),
        payloadCount: Int32(plans.count)))
    return enums.count - 1
  }

  mutating func addShape(_ shape: HeapShape, type: HeapObjectType) -> HeapShape.ID {
    shapes.append(shape)
    types.append(type)
    return HeapShape.ID(shapes.count - 1)
  }

  mutating func addReason(_ reason: String) -> Int32 {
    if let index = reasons.firstIndex(of: reason) { return Int32(index) }
    reasons.append(reason)
    return Int32(reasons.count - 1)
  }

  package mutating func label(_ label: ReferenceLabel) -> UInt32 {
    if let id = labelIDs[label] { return id }
    labels.append(label)
    let id = UInt32(labels.count - 1)
    labelIDs[label] = id
    return id
  }
}

// MARK: - Nesting

extension PlanTables {
  /// The operations of `plan` when its memory lies `offset` bytes into other memory, at the place `outer`.
  mutating func placed(
    _ plan: LayoutPlan.ID, at offset: Int, as outer: ReferenceLabel
  ) -> [PlanOperation] {
    (operations(of: plan) + observers(of: plan)).map { operation in
      var operation = operation
      // An offset that cannot be must not end the process: what is read there is none of the object's.
      operation.offset &+= UInt32(truncatingIfNeeded: offset)
      operation.label = label(labels[Int(operation.label)].nested(in: outer))
      switch operation.kind {
      case .singlePayloadEnum, .inlineArray:
        operation.argument = relabeled(operation.argument, as: outer)
      case .multiPayloadEnum:
        let layout = enums[Int(operation.argument)]
        let plans = (0..<layout.payloadCount).map { index in
          let plan = payloads[Int(layout.firstPayload + index)]
          return plan < 0 ? plan : relabeled(plan, as: outer)
        }
        operation.argument = Int32(
          addEnum(
            TypeMetadata(Address(layout.type)), size: Int(layout.size), payloads: plans))
      default: break
      }
      return operation
    }
  }

  /// `plan` for memory that is all of the place `outer`.
  mutating func relabeled(_ plan: LayoutPlan.ID, as outer: ReferenceLabel) -> LayoutPlan.ID {
    if outer == .value || isEmpty(plan) && !hasObservers(plan) { return plan }
    let key = RelabeledPlan(plan: plan, label: label(outer))
    if let known = relabeledPlans[key] { return known }
    let record = plans[Int(plan)]
    let result = addPlan(
      placed(plan, at: 0, as: outer), size: Int(record.size), stride: Int(record.stride))
    relabeledPlans[key] = result
    return result
  }
}

extension ReferenceLabel {
  /// The place of a value that is not yet part of an object.
  static let value = ReferenceLabel(role: .content)

  /// The label of this place inside `outer`.
  func nested(in outer: ReferenceLabel) -> ReferenceLabel {
    if path.isEmpty { return outer }
    var label = outer
    label.path = outer.path.isEmpty ? path : outer.path + "." + path
    label.canBeWeak = canBeWeak
    label.isConstant = isConstant
    label.isOfToolchain = isOfToolchain
    label.isExistential = isExistential
    label.isClassBound = isClassBound
    label.isUnconstrained = isUnconstrained
    label.isInPayload = outer.isInPayload || isInPayload
    return label
  }
}
