import LeakHeapModel

/// Builds the graphs of the tests, object by object.
///
///     let graph = HeapGraph.build { heap in
///       let cart = heap.object("Cart")
///       let item = heap.object("Item")
///       heap.refer(from: cart, "item", to: item)
///     }
struct GraphBuilder {
  private struct Reference {
    var source: HeapGraph.ObjectID
    var reference: HeapReference
    var function: FunctionID?
  }

  private var objects: [HeapObject] = []
  private var types: [HeapObjectType] = []
  private var labels: [ReferenceLabel] = []
  private var references: [Reference] = []

  /// Adds an object whose type has this name.
  mutating func object(
    _ type: String, kind: HeapObjectType.Kind = .instance
  ) -> HeapGraph.ObjectID {
    let type = HeapObjectType(kind: kind, name: type)
    objects.append(HeapObject(type: UInt32(Self.index(of: type, in: &types))))
    return objects.count - 1
  }

  /// Adds a reference that is stored in a property.
  mutating func refer(
    from source: HeapGraph.ObjectID, _ property: String, to target: HeapGraph.ObjectID,
    _ confidence: Confidence = .exact
  ) {
    refer(from: source, ReferenceLabel(role: .property, path: property), to: target, confidence)
  }

  /// Adds a reference.
  mutating func refer(
    from source: HeapGraph.ObjectID, _ label: ReferenceLabel, to target: HeapGraph.ObjectID,
    _ confidence: Confidence = .exact, index: Int32 = -1, function: FunctionID? = nil
  ) {
    references.append(
      Reference(
        source: source,
        reference: HeapReference(
          target: UInt32(target), label: UInt32(Self.index(of: label, in: &labels)), index: index,
          confidence: confidence),
        function: function))
  }

  fileprivate func graph() -> HeapGraph {
    var rows: [HeapReference] = []
    var first: [UInt32] = [0]
    var functions: [FunctionReference] = []
    for object in objects.indices {
      for reference in references where reference.source == object {
        if let function = reference.function {
          functions.append(FunctionReference(reference: UInt32(rows.count), function: function))
        }
        rows.append(reference.reference)
      }
      first.append(UInt32(rows.count))
    }
    return HeapGraph(
      objects: objects, references: rows, firstReference: first, types: types, labels: labels,
      functionReferences: functions)
  }

  private static func index<Element: Equatable>(
    of element: Element, in elements: inout [Element]
  ) -> Int {
    if let index = elements.firstIndex(of: element) { return index }
    elements.append(element)
    return elements.count - 1
  }
}

extension HeapGraph {
  /// The graph that `body` describes.
  static func build(_ body: (inout GraphBuilder) -> Void) -> HeapGraph {
    var builder = GraphBuilder()
    body(&builder)
    return builder.graph()
  }

  /// A cycle as a test writes it down: the property of each reference and the type that it leads to.
  func spelling(of cycle: ReferenceCycle?) -> [String]? {
    cycle?.references.map { "\(label(of: $0).path): \(type(of: target(of: $0)).name)" }
  }
}
