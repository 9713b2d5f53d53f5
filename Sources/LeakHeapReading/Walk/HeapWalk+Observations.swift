import CLeakBase
import LeakBase
import LeakHeapModel

/// Weak and unowned references between the objects that a walk has found.
extension HeapWalk {
  /// Notes the weak and unowned references in the objects, as far as their places are the same in all objects of a type, or in all
  /// elements of an array.
  ///
  /// - Complexity: O(*n*) in the number of objects, and in what is in those that have such references.
  mutating func findObservations() {
    for object in 0..<addresses.count {
      let shape = shapes[Int(objectShapes[object])]
      let plan = plans[Int(shape.plan)]
      if plan.observerCount == 0 { continue }
      let address = Address(addresses[object])
      switch shape.kind {
      case .leaf, .fixed:
        guard address.word() == shape.isa else { continue }
        observe(from: object, at: address, plan)
      case .array:
        let count = min(Int(bitPattern: address.word(at: crt_fact_array_count())), limits.elements)
        let first = address + Int(shape.elementOffset)
        guard address.word() == shape.isa, count > 0,
          map.isReadable(first, length: count * Int(plan.stride))
        else { continue }
        for element in 0..<count {
          observe(from: object, at: first + element * Int(plan.stride), plan)
        }
      default: continue
      }
    }
  }

  private func observe(from object: Int, at base: Address, _ plan: LayoutPlan) {
    let first = Int(plan.start + plan.count)
    for step in first..<first + Int(plan.observerCount) {
      let operation = operations[step]
      let word = base.address(at: Int(operation.offset))
      if word.bits < Self.lowestObject || word.bits & 7 != 0 { continue }
      // A weak reference leads to the side table, which begins with the object's address.
      let target = operation.kind == .weak ? word.address() : word
      guard operation.kind != .pointer, let index = table.index(of: target.bits) else { continue }
      observations.append(Observation(source: object, target: Int(index)))
    }
  }
}
