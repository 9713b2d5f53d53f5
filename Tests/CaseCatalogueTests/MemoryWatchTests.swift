import LeakCatalogue
import LeakHeapReading
import LeakTesting
import Synchronization
import Testing

@Suite(.leakFree) struct MemoryWatchTests {
  /// What lives, to be changed between rounds.
  final class Heap: Sendable {
    private let state = Mutex(HeapCensus(instances: ["Cart": 1], bytes: 1024 * 1024))

    var now: HeapCensus { state.withLock { $0 } }

    func add(_ count: Int, _ type: String, bytes: Int) {
      state.withLock {
        $0.instances[type, default: 0] += count
        $0.bytes? += bytes
      }
    }
  }

  let heap = Heap()

  /// The lines told over twelve rounds, each of which changes the heap.
  ///
  /// - Parameter kept: what a clock keeps in each round, as objects and bytes.
  func lines(
    kept: (objects: Int, bytes: Int) = (0, 0), round: (Heap, Int) -> Void
  ) async -> (lines: [String], isFlat: Bool) {
    var watch = MemoryWatch(rounds: 12, census: { [heap] in heap.now })
    var lines: [String] = []
    for number in 1...12 {
      round(heap, number)
      heap.add(kept.objects, "Block", bytes: kept.bytes)
      let line = await watch.look(after: number, keepers: ["a clock"]) { keeper in
        #expect(keeper == "a clock")
        heap.add(kept.objects, "Block", bytes: kept.bytes)
      }
      if let line { lines.append(line) }
    }
    return (lines + (watch.conclusion.map { [$0] } ?? []), watch.isFlat)
  }

  @Test func isFlatWhenTheSameLives() async {
    let told = await lines { heap, number in
      // Caches fill until the tenth round; a few bytes more are nothing.
      if number <= 10 { heap.add(1, "Cache", bytes: 4096) }
      if number == 12 { heap.add(0, "Cart", bytes: MemoryWatch.tolerance) }
    }
    #expect(
      told.lines == [
        "round 10: 11 objects, 1064 KiB",
        "round 12: 11 objects, 1128 KiB, and 0 objects, 0 KiB that a clock keeps",
        "memory is flat from round 10 to round 12",
      ])
    #expect(told.isFlat)
  }

  @Test func failsWhenObjectsOrBytesGrow() async {
    let told = await lines { heap, number in
      if number == 11 { heap.add(2, "Cart", bytes: MemoryWatch.tolerance + 1) }
      if number == 12 { heap.add(1, "Basket", bytes: 0) }
    }
    #expect(
      told.lines == [
        "round 10: 1 object, 1024 KiB",
        "round 12: 4 objects, 1088 KiB, and 0 objects, 0 KiB that a clock keeps",
        "FAIL  memory is not flat from round 10 to round 12: +1 Basket, +2 Cart, +64 KiB",
      ])
    #expect(!told.isFlat)
  }

  /// What `counts` of the carts at the looks after rounds 10, 20, 30 … come to.
  private func conclusion(_ counts: [Int]) async -> String? {
    let looks = Mutex(counts)
    var watch = MemoryWatch(
      rounds: counts.count * 10,
      census: {
        HeapCensus(instances: ["Cart": looks.withLock { $0.removeFirst() }], bytes: 1024)
      })
    for round in 1...counts.count * 10 { _ = await watch.look(after: round) }
    return watch.conclusion
  }

  @Test(arguments: [
    ([1, 2, 2], "memory is flat from round 10 to round 30"),
    ([2, 1, 1], "memory is flat from round 10 to round 30"),
    ([1, 2, 1, 2], "memory is flat from round 10 to round 40"),
    ([1, 2, 3], "FAIL  memory is not flat from round 10 to round 30: +2 Cart"),
    ([1, 1, 2, 2], "FAIL  memory is not flat from round 10 to round 40: +1 Cart"),
    ([9, 8, 7, 6], "FAIL  memory is not flat from round 10 to round 40: -3 Cart"),
  ])
  func aLookThatCountsFreedMemoryIsNoGrowth(counts: [Int], expected: String) async {
    #expect(await conclusion(counts) == expected)
  }

  @Test func failsWhenObjectsGoMissing() async {
    let told = await lines { heap, number in
      if number == 12 { heap.add(-1, "Cart", bytes: -1024) }
    }
    #expect(told.lines.last == "FAIL  memory is not flat from round 10 to round 12: -1 Cart")
    #expect(!told.isFlat)
  }

  @Test func countsApartWhatTheSystemKeeps() async {
    let told = await lines(kept: (2, 100 * 1024)) { _, _ in }
    #expect(
      told.lines == [
        "round 10: 41 objects, 3024 KiB",
        "round 12: 41 objects, 3024 KiB, and 4 objects, 200 KiB that a clock keeps",
        "memory is flat from round 10 to round 12",
      ])
    #expect(told.isFlat)
  }

  @Test func failsWhenTheSystemKeepsMore() async {
    let told = await lines(kept: (2, 0)) { heap, number in
      if number == 12 { heap.add(1, "Block", bytes: 0) }
    }
    #expect(told.lines.last == "FAIL  memory is not flat from round 10 to round 12: +1 Block")
    #expect(!told.isFlat)
  }

  @Test(arguments: [1, MemoryWatch.warmUp])
  func saysNothingOfTooFewRounds(rounds: Int) async {
    var watch = MemoryWatch(rounds: rounds, census: { [heap] in heap.now })
    #expect(await watch.look(after: rounds) == nil)
    #expect(watch.conclusion == nil)
    #expect(watch.isFlat)
  }

  @Test func saysWhereItCannotMeasure() async {
    var watch = MemoryWatch(rounds: 11, census: { nil })
    #expect(await watch.look(after: 10) == "round 10: memory cannot be measured on this platform")
    #expect(await watch.look(after: 11) == "round 11: memory cannot be measured on this platform")
    #expect(watch.isFlat)
  }
}
