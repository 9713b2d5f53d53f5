import HeapModel

extension HeapWalk {
  /// What the walk found, as a value.
  func snapshot() -> HeapSnapshot {
    nameSingleCaptureContexts()
    let functions = self.functions.array
    let graph = HeapGraph(
      objects: objectShapes.array.map { HeapObject(type: $0) },
      references: references.array,
      firstReference: firstReferences.array,
      types: compiler.tables.types,
      labels: compiler.tables.labels,
      functionReferences: functions.enumerated().map { position, function in
        FunctionReference(
          reference: function.reference, function: FunctionID(rawValue: UInt32(position)))
      })
    return HeapSnapshot(
      graph: graph, addresses: addresses.array, functions: functions.map(\.code),
      unread: unreadReasons())
  }

  /// Tells contexts with one capture from captured variables.
  ///
  /// Their metadata is alike; that a function value leads to an object makes it a context.
  private func nameSingleCaptureContexts() {
    for function in 0..<functions.count {
      let context = Int(references[Int(functions[function].reference)].target)
      guard compiler.tables.types[Int(objectShapes[context])].kind == .box else { continue }
      objectShapes[context] = compiler.closureContextShape
      for reference in Int(firstReferences[context])..<Int(firstReferences[context + 1]) {
        var label = compiler.tables.labels[Int(references[reference].label)]
        label.role = .capture
        label.captureIndex = 0
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
      let type = compiler.tables.types[Int(objectShapes[object])]
      guard type.kind == .instance, isValue[object], !Self.storageModules.contains(type.module)
      else { return nil }
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

  /// Modules whose classes are what their values are made of.
  private static let storageModules: Set<String> = ["Swift", "FoundationEssentials"]
}

extension PlanCompiler {
  /// Whether objects of `shape` are storage of a value: a collection's, a box, an indirect payload.
  func isStorage(_ shape: HeapShape.ID) -> Bool {
    switch tables.types[Int(shape)].kind {
    case .arrayStorage, .dictionaryStorage, .setStorage, .box, .errorBox: true
    case .instance, .closureContext, .block, .task, .unread: false
    }
  }
}
