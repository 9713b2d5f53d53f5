import LeakHeapModel
import LeakTesting
import SeededRandom
import TestOrder
import Testing

@Suite(.afterOthers, .leakFree) struct HeapGraphTests {
  //   a → (handler, function 7) context → (capture 0) a
  //   a → (items) array → ([0]) b, ([1]) b;   c has no references
  private let graph = HeapGraph.build { heap in
    let a = heap.object("A")
    let context = heap.object("closure context", kind: .closureContext)
    let c = heap.object("C")
    let array = heap.object("Swift.Array<B>", kind: .arrayStorage)
    let b = heap.object("B")
    heap.refer(
      from: a, ReferenceLabel(role: .property, path: "handler"), to: context,
      function: FunctionID(rawValue: 7))
    heap.refer(from: context, ReferenceLabel(role: .capture, captureIndex: 0), to: a)
    heap.refer(from: a, "items", to: array)
    heap.refer(from: a, "c", to: c)
    heap.refer(from: array, ReferenceLabel(role: .element), to: b, index: 0)
    heap.refer(
      from: array, ReferenceLabel(role: .element), to: b, index: 1,
      function: FunctionID(rawValue: 9))
  }

  @Test func referencesAreGroupedBySource() {
    #expect(
      graph.objects.indices.map(graph.references(from:)) == [0..<3, 3..<4, 4..<4, 4..<6, 6..<6])
    #expect(graph.references.indices.map(graph.source(of:)) == [0, 0, 0, 1, 3, 3])
    #expect(graph.references.indices.map(graph.target(of:)) == [1, 3, 2, 0, 4, 4])
  }

  @Test func functionsAreFoundByReference() {
    #expect(
      graph.references.indices.map { graph.function(of: $0)?.rawValue }
        == [7, nil, nil, nil, nil, 9])
  }

  @Test func typesAndLabelsAreNamed() {
    #expect(graph.type(of: 3) == HeapObjectType(kind: .arrayStorage, name: "Swift.Array<B>"))
    #expect(graph.label(of: 3) == ReferenceLabel(role: .capture, captureIndex: 0))
  }

  @Test func sourceIsRightWhereObjectsHaveNoReferences() {
    for seed in Rounds.seeds(500) {
      var generator = SplitMix64(seed: seed)
      let graph = RandomGraph(objects: 20, using: &generator).heap
      for object in graph.objects.indices {
        for reference in graph.references(from: object) {
          #expect(graph.source(of: reference) == object, "seed \(seed), reference \(reference)")
        }
      }
    }
  }

  @Test(.aheadOfOthers) func columnsThatDoNotFitAreRefused() async {
    await #expect(processExitsWith: .failure) {
      _ = HeapGraph(
        objects: [HeapObject(type: 0)], references: [], firstReference: [0], types: [], labels: [])
    }
    await #expect(processExitsWith: .failure) {
      _ = HeapGraph(
        objects: [HeapObject(type: 0)], references: [], firstReference: [0, 1], types: [],
        labels: [])
    }
    await #expect(processExitsWith: .failure) { _ = ReferenceCycle(references: []) }
  }
}
