import CLeakBase
import LeakBase
import LeakHeapModel

/// Weak and unowned references between the objects that a walk has found.
extension HeapWalk {
  /// Notes the weak and unowned references in the objects, as far as their places are the same in all objects of a type, or in all
  /// elements of a collection. Enumerations are asked for the payload that they have.
  ///
  /// - Complexity: O(*n*) in the number of objects, and in what is in those that have such references.
  mutating func findObservations() {
    for object in 0..<addresses.count {
      let shape = shapes[Int(objectShapes[object])]
      let plan = plans[Int(shape.plan)]
      if plan.observerCount == 0, plans[Int(shape.valuePlan)].observerCount == 0,
        shape.kind != .genericClosure
      {
        continue
      }
      let address = Address(addresses[object])
      guard address.word() == shape.isa else { continue }
      // A collection whose elements own nothing is a leaf, too.
      switch (shape.kind, compiler.tables.types[Int(objectShapes[object])].kind) {
      case (.array, _), (.leaf, .arrayStorage): observeElements(ofArray: object, shape)
      case (.dictionary, _), (.set, _), (.leaf, .dictionaryStorage), (.leaf, .setStorage):
        observeElements(ofTable: object, shape)
      case (.leaf, _), (.fixed, _): observe(from: object, at: address, plan)
      case (.genericClosure, _):
        let plan = compiler.genericClosurePlan(
          context: address, metadata: TypeMetadata(Address(shape.isa)))
        observe(from: object, at: address, plans[Int(plan)])
      default: continue
      }
    }
  }

  private mutating func observeElements(ofArray object: Int, _ shape: HeapShape) {
    let storage = Address(addresses[object])
    let plan = plans[Int(shape.plan)]
    let count = min(Int(bitPattern: storage.word(at: crt_fact_array_count())), limits.elements)
    let first = storage + Int(shape.elementOffset)
    // Memory that is no array any more may say any count.
    let (length, isTooLong) = count.multipliedReportingOverflow(by: Int(plan.stride))
    guard count > 0, !isTooLong, map.isReadable(first, length: length) else { return }
    for element in 0..<count {
      observe(from: object, at: first + element * Int(plan.stride), plan)
    }
  }

  private mutating func observeElements(ofTable object: Int, _ shape: HeapShape) {
    let (keys, values) = (plans[Int(shape.plan)], plans[Int(shape.valuePlan)])
    let isDictionary =
      compiler.tables.types[Int(objectShapes[object])].kind == .dictionaryStorage
    guard
      let table = HashTable(
        at: Address(addresses[object]), keyStride: Int(keys.stride),
        valueStride: isDictionary ? Int(values.stride) : nil, in: map),
      table.bucketCount <= limits.elements
    else { return }
    for bucket in table.occupiedBuckets {
      observe(from: object, at: table.keys + bucket * Int(keys.stride), keys)
      if isDictionary {
        observe(from: object, at: table.values + bucket * Int(values.stride), values)
      }
    }
  }

  /// Notes what the observers of `plan` refer to in the memory at `base`.
  private mutating func observe(from object: Int, at base: Address, _ plan: LayoutPlan) {
    let first = Int(plan.start + plan.count)
    for step in first..<first + Int(plan.observerCount) {
      let operation = operations[step]
      observe(from: object, at: base + Int(operation.offset), operation)
    }
  }

  private mutating func observe(
    from object: Int, at place: Address, _ operation: PlanOperation
  ) {
    switch operation.kind {
    case .weak:
      // A weak reference leads to the side table, which begins with the object's address.
      let table = place.address()
      guard Self.mayBeObject(table.bits), map.isReadable(table, length: 8) else { return }
      note(from: object, to: table.word())
    case .unowned: note(from: object, to: place.word())
    case .singlePayloadEnum, .multiPayloadEnum:
      // What is not read is an observer of unknown place: it may change the object.
      _ = withPayload(of: operation, at: place) { walk, plan, payload in
        walk.observe(from: object, at: payload, walk.plans[Int(plan)])
      }
    case .inlineArray:
      let element = plans[Int(operation.argument)]
      for index in 0..<Int(operation.count) {
        observe(from: object, at: place + index * Int(element.stride), element)
      }
    default: break
    }
  }

  private mutating func note(from object: Int, to target: UInt) {
    guard Self.mayBeObject(target), let index = table.index(of: target) else { return }
    observations.append(Observation(source: object, target: Int(index)))
  }

  private static func mayBeObject(_ word: UInt) -> Bool { word >= lowestObject && word & 7 == 0 }
}
