import CLeakBase
import LeakBase

extension HeapWalk {
  /// Whether the word at `offset` in the value of the plan `plan` at `place` is in an existential with something of which its type
  /// does not say whether it owns what it leads to: a pointer, or what is not read.
  ///
  /// - Complexity: O(*n*) in the size of the types.
  package mutating func isInOpenExistential(
    _ offset: Int, ofValueAt place: Address, plan: LayoutPlan.ID
  ) -> Bool {
    allOperations(of: plan).contains { operation in
      let begin = Int(operation.offset)
      let place = place + begin
      let offset = offset - begin
      guard offset >= 0 else { return false }
      switch operation.kind {
      case .existential:
        return offset < crt_fact_existential_value_type() && isOpenExistential(at: place)
      case .singlePayloadEnum, .multiPayloadEnum:
        var isOpen = false
        _ = withPayload(of: operation, at: place) { walk, plan, payload in
          isOpen = walk.isInOpenExistential(offset, ofValueAt: payload, plan: plan)
        }
        return isOpen
      case .inlineArray:
        let stride = Int(plans[Int(operation.argument)].stride)
        guard stride > 0, offset < Int(operation.count) * stride else { return false }
        return isInOpenExistential(
          offset % stride, ofValueAt: place + offset / stride * stride, plan: operation.argument)
      default: return false
      }
    }
  }

  private func isOpenExistential(at place: Address) -> Bool {
    let type = TypeMetadata(place.address(at: crt_fact_existential_value_type()))
    if type.address.bits < Self.lowestObject { return false }
    guard compiler.isPlausibleType(type) else { return true }
    return !type.isClass && !type.isStoredOutOfLine && isOpen(compiler.plan(for: type))
  }

  /// Whether a value of the plan may have what does not say whether it owns.
  private func isOpen(_ plan: LayoutPlan.ID) -> Bool {
    allOperations(of: plan).contains { operation in
      switch operation.kind {
      case .pointer, .scan, .keyPath, .unread: true
      case .singlePayloadEnum, .multiPayloadEnum:
        compiler.tables.payloads(of: operation).contains(where: isOpen)
      case .inlineArray: isOpen(operation.argument)
      default: false
      }
    }
  }

  /// What reads the references of a plan's values, and then what observes.
  private func allOperations(of plan: LayoutPlan.ID) -> [PlanOperation] {
    compiler.tables.operations(of: plan) + compiler.tables.observers(of: plan)
  }
}
