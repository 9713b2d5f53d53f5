import LeakBase
import LeakHeapModel

/// One object or one value, for those who do not read on from there.
extension HeapWalk {
  /// The references of the object at `address`, which is read alone, with the code of those that are a
  /// function's.
  package mutating func references(
    ofObjectAt address: Address
  ) -> [(target: Address, reference: HeapReference, code: UInt?)] {
    _ = object(at: address)
    read(0)
    return found()
  }

  /// The references of the value of the plan `plan` at `address`, with the code of those that are a function's.
  package mutating func functionReferences(
    ofValueAt address: Address, plan: LayoutPlan.ID
  ) -> [(target: Address, reference: HeapReference, code: UInt?)] {
    begin(withValueAt: address)
    run(plan, at: address, index: -1)
    return found()
  }

  private func found() -> [(target: Address, reference: HeapReference, code: UInt?)] {
    var codes: [UInt32: UInt] = [:]
    for index in 0..<functions.count { codes[functions[index].reference] = functions[index].code }
    return (0..<references.count).map { index in
      let reference = references[index]
      return (
        Address(addresses[Int(reference.target)]), reference, codes[UInt32(index)]
      )
    }
  }

  /// The objects to which the value of the plan `plan` at `address` has strong references.
  package mutating func references(ofValueAt address: Address, plan: LayoutPlan.ID) -> Set<UInt> {
    begin(withValueAt: address)
    run(plan, at: address, index: -1)
    var targets: Set<UInt> = []
    for index in 0..<references.count where references[index].confidence.grade.provesLeak {
      targets.insert(addresses[Int(references[index].target)])
    }
    return targets
  }

  private mutating func begin(withValueAt address: Address) {
    addresses.append(address.bits)
    objectShapes.append(compiler.unknownShape)
    firstReferences.append(0)
  }
}
