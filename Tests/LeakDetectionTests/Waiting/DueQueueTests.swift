import LeakTesting
import SeededRandom
import Testing

@testable import LeakDeciding
@testable import LeakExplaining

@Suite(.leakFree) struct DueQueueTests {
  @Test func `Random insertions and removals agree with sorting`() {
    for seed in 0..<300 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      var queue = DueQueue<Int>()
      var sorted: [(due: Int, value: Int)] = []
      for value in 0..<200 {
        // Few different times, so that there are ties.
        let time = Int.random(in: 0..<40, using: &generator)
        if Bool.random(using: &generator) {
          queue.insert(value, due: .seconds(time))
          sorted.append((time, value))
          sorted.sort { $0.due < $1.due }
        } else {
          let removed = queue.removeFirst(dueAt: .seconds(time))
          let isDue = sorted.first.map { $0.due <= time } ?? false
          #expect((removed != nil) == isDue, "seed \(seed)")
          // Of several that are due at one time any may be the first.
          if let first = sorted.first, let removed {
            let index = sorted.firstIndex { $0.value == removed && $0.due == first.due }
            #expect(index != nil, "seed \(seed)")
            if let index { sorted.remove(at: index) }
          }
        }
        #expect(queue.count == sorted.count, "seed \(seed)")
        #expect(queue.next == sorted.first.map { .seconds($0.due) }, "seed \(seed)")
      }
    }
  }

  @Test func `Everything comes out in order`() {
    var generator = SplitMix64(seed: 7)
    let times = (0..<1000).map { _ in Int.random(in: 0..<500, using: &generator) }
    var queue = DueQueue<Int>()
    for time in times { queue.insert(time, due: .seconds(time)) }
    var removed: [Int] = []
    while let value = queue.removeFirst(dueAt: .seconds(500)) { removed.append(value) }
    #expect(removed == times.sorted())
    #expect(queue.next == nil)
  }

  @Test func `Nothing comes before it is due`() {
    var queue = DueQueue<String>()
    #expect(queue.removeFirst(dueAt: .seconds(9)) == nil)
    queue.insert("later", due: .seconds(3))
    queue.insert("sooner", due: .seconds(2))
    #expect(queue.removeFirst(dueAt: .milliseconds(1999)) == nil)
    #expect(queue.removeFirst(dueAt: .seconds(2)) == "sooner")
    #expect(queue.removeFirst(dueAt: .seconds(2)) == nil)
    #expect(queue.removeFirst(dueAt: .seconds(3)) == "later")
  }
}
