import LeakHeapModel
import LeakTesting
import SeededRandom
import TestOrder
import Testing

@Suite(.afterOthers, .leakFree) struct ObjectPositionsTests {
  /// Whatever a lookup goes by: few objects, more, or most of the graph, all at once or one by one.
  @Test(.slow, arguments: [1, 8, 9, 10, 100, 1000])
  func agreeWithASearchThroughTheList(graphSize: Int) {
    let graph = HeapGraph.build { heap in
      for _ in 0..<graphSize { _ = heap.object("Link") }
    }
    for seed in 0..<40 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      let count = Int.random(in: 0...graphSize, using: &generator)
      let objects = Array((0..<graphSize).shuffled(using: &generator).prefix(count))
      var added = ObjectPositions(graphSize: graphSize)
      for object in objects {
        #expect(added[object] == nil)
        added.append(object)
      }
      for positions in [added, ObjectPositions(of: objects, in: graph)] {
        #expect(positions.objects == objects)
        #expect(positions.count == count)
        #expect((0..<graphSize).map { positions[$0] } == (0..<graphSize).map(objects.firstIndex))
      }
    }
  }
}
