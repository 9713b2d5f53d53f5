import CLeakBase
import LeakBase
import LeakHeapModel

extension HeapWalk {
  /// What the walk found, as a value.
  ///
  /// Empties the walk's buffers, each as soon as it is copied.
  func snapshot() -> HeapSnapshot {
    nameSingleCaptureContexts()
    let functions = self.functions.array
    let graph = HeapGraph(
      objects: objects(),
      references: references.takeArray(keeping: keptBytes),
      firstReference: firstReferences.takeArray(keeping: keptBytes),
      types: compiler.tables.types,
      labels: compiler.tables.labels,
      functionReferences: functions.enumerated().map { position, function in
        FunctionReference(
          reference: function.reference, function: FunctionID(rawValue: UInt32(position)))
      })
    return HeapSnapshot(
      graph: graph, addresses: addresses.takeArray(keeping: keptBytes),
      functions: functions.map(\.code),
      observations: observations.array, unread: unreadReasons(), changes: changes,
      isas: (0..<shapes.count).map { shapes[$0].isa })
  }

  private func objects() -> [HeapObject] {
    // The kinds in an array of their own: the types' names would be retained for each object.
    let kinds = compiler.tables.types.map(\.kind)
    return Array(room: addresses.count) { objects, count in
      objects.prepare()
      for object in 0..<addresses.count {
        let type = objectShapes[object]
        // Most are of a size that their type tells.
        let kind = kinds[Int(type)]
        let size =
          kind == .instance || kind == .box
          ? Int(plans[Int(shapes[Int(type)].plan)].size) : size(of: object, kind: kind)
        objects.initializeElement(
          at: object, to: HeapObject(type: type, size: UInt32(clamping: size)))
      }
      count = addresses.count
    }
  }

  /// The size in bytes of `object`, which is no instance and no box, or 0 where it is not known: contexts, blocks and boxes of
  /// errors do not say.
  private func size(of object: Int, kind: HeapObjectType.Kind) -> Int {
    let shape = shapes[Int(objectShapes[object])]
    let address = Address(addresses[object])
    switch kind {
    case .arrayStorage where shape.elementOffset > 0:
      // The second word after the header: twice the capacity, and a flag.
      guard map.isReadable(address, length: 32) else { return 0 }
      let capacity = min(
        address.word(at: crt_fact_array_capacity()) >> UInt(crt_fact_array_capacity_shift()),
        1 << 30)
      return Int(shape.elementOffset) + Int(capacity) * stride(of: shape.plan)
    case .dictionaryStorage, .setStorage:
      // The table of the values, or of a set's elements, comes last. The empty singletons have none.
      guard map.isReadable(address, length: 64) else { return 0 }
      let table = address.address(
        at: kind == .setStorage ? crt_fact_table_keys() : crt_fact_table_values())
      let scale = Int(address.byte(at: crt_fact_table_scale()))
      guard table.bits > address.bits, table.bits - address.bits < 1 << 40, scale < 30 else {
        return 0
      }
      let element = kind == .setStorage ? shape.plan : shape.valuePlan
      return Int(table.bits - address.bits) + stride(of: element) << scale
    case .instance, .box, .arrayStorage, .closureContext, .errorBox, .block, .task, .memory,
      .unread:
      return 0
    }
  }

  private func stride(of plan: LayoutPlan.ID) -> Int { Int(plans[Int(plan)].stride) }

  /// Tells contexts with one capture from captured variables.
  ///
  /// Their metadata is alike; that a function value leads to an object makes it a context. A context belongs to one closure: to what
  /// several lead to is a variable that they share, and that each of them captures alone.
  private func nameSingleCaptureContexts() {
    let none = UInt32.max
    let several = none - 1
    // The function by which each was found; most processes have none.
    var firstFunctions: [UInt32] = []
    for function in 0..<functions.count {
      let context = Int(references[Int(functions[function].reference)].target)
      guard compiler.tables.types[Int(objectShapes[context])].kind == .box else { continue }
      if firstFunctions.isEmpty {
        firstFunctions = [UInt32](repeating: none, count: objectShapes.count)
      }
      switch firstFunctions[context] {
      case none: firstFunctions[context] = UInt32(function)
      case several: break
      case let first where functions[Int(first)].code != functions[function].code:
        firstFunctions[context] = several
      default: break
      }
    }
    for (context, function) in firstFunctions.enumerated() where function < several {
      objectShapes[context] = compiler.closureContextShape(for: objectShapes[context])
      for reference in Int(firstReferences[context])..<Int(firstReferences[context + 1]) {
        var label = compiler.tables.labels[Int(references[reference].label)]
        label.role = .capture
        label.captureIndex = 0
        label.captureCount = 1
        references[reference].label = compiler.tables.label(label)
      }
    }
  }

  private func unreadReasons() -> [String] {
    var seen: Set<Int32> = []
    return unread.array.filter { seen.insert($0).inserted }
      .map { compiler.tables.reasons[Int($0)] }.sorted()
  }

  /// The instances among the objects read, without the toolchain's own storage.
  ///
  /// An instance that is only the context of a function is left out: a closure captured it.
  func instances() -> [UnsafeRawPointer] {
    let isValue = objectsOtherThanContexts()
    return (0..<addresses.count).dropFirst().compactMap { object in
      guard isValue[object], compiler.isInstance(objectShapes[object]) else { return nil }
      return Address(addresses[object]).pointer
    }
  }

  /// Which objects have a reference that is not a function's to its context.
  private func objectsOtherThanContexts() -> [Bool] {
    var result = [Bool](repeating: false, count: addresses.count)
    var function = 0
    for reference in 0..<references.count {
      if function < functions.count, functions[function].reference == UInt32(reference) {
        function += 1
      } else {
        result[Int(references[reference].target)] = true
      }
    }
    return result
  }
}

extension PlanCompiler {
  /// Modules whose classes are what their values are made of.
  private static let storageModules: Set<String> = ["Swift", "FoundationEssentials"]

  /// Whether objects of `shape` are instances of a class, and not what the toolchain's values are made of.
  func isInstance(_ shape: HeapShape.ID) -> Bool {
    let type = tables.types[Int(shape)]
    return type.kind == .instance && !Self.storageModules.contains(type.module)
  }

  /// Whether objects of `shape` are storage of a value: a collection's, a box, an indirect payload.
  func isStorage(_ shape: HeapShape.ID) -> Bool {
    switch tables.types[Int(shape)].kind {
    case .arrayStorage, .dictionaryStorage, .setStorage, .box, .errorBox: true
    case .instance, .closureContext, .block, .task, .memory, .unread: false
    }
  }
}
