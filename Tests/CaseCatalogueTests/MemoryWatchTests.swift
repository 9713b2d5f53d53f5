import CaseCatalogue
import HeapReading
import Synchronization
import Testing

@Suite struct MemoryWatchTests {
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

  /// The lines told over twelve rounds, in each of which `round` and then `kept` change the heap.
  func lines(
    round: (Heap, Int) -> Void, kept: (Heap, Int) -> Void = { _, _ in }
  ) async -> (lines: [String], isFlat: Bool) {
    var watch = MemoryWatch(rounds: 12, census: { [heap] in heap.now })
    var lines: [String] = []
    for number in 1...12 {
      await watch.enter(keeper: nil)
      round(heap, number)
      await watch.enter(keeper: "A clock")
      kept(heap, number)
      if let line = await watch.look(after: number) { lines.append(line) }
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
        "round 10: 11 objects, 1064 KiB; A clock keeps 0 objects, 0 KiB",
        "round 12: 11 objects, 1128 KiB; A clock keeps 0 objects, 0 KiB",
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
        "round 10: 1 object, 1024 KiB; A clock keeps 0 objects, 0 KiB",
        "round 12: 4 objects, 1088 KiB; A clock keeps 0 objects, 0 KiB",
        "FAIL  memory is not flat from round 10 to round 12: +1 Basket, +2 Cart, +64 KiB",
      ])
    #expect(!told.isFlat)
  }

  @Test func countsApartWhatTheSystemKeeps() async {
    let told = await lines { _, _ in
    } kept: { heap, number in
      heap.add(number == 1 ? 5 : 2, "Block", bytes: 100 * 1024)
    }
    #expect(
      told.lines == [
        "round 10: 1 object, 1024 KiB; A clock keeps 23 objects, 1000 KiB",
        "round 12: 1 object, 1024 KiB; A clock keeps 27 objects, 1200 KiB",
        "memory is flat from round 10 to round 12",
      ])
    #expect(told.isFlat)
  }

  @Test func failsWhenTheSystemKeepsMore() async {
    let told = await lines { _, _ in
    } kept: { heap, number in
      heap.add(number < 12 ? 2 : 3, "Block", bytes: 0)
    }
    #expect(
      told.lines.last
        == "FAIL  memory is not flat from round 10 to round 12: "
        + "A clock does not keep the same each round")
    #expect(!told.isFlat)
  }

  @Test func saysNothingOfASingleRound() async {
    var watch = MemoryWatch(rounds: 1, census: { [heap] in heap.now })
    await watch.enter(keeper: "A clock")
    #expect(await watch.look(after: 1) == nil)
    #expect(watch.conclusion == nil)
    #expect(watch.isFlat)
  }

  @Test func saysWhereItCannotMeasure() async {
    var watch = MemoryWatch(rounds: 2, census: { nil })
    #expect(await watch.look(after: 1) == nil)
    #expect(await watch.look(after: 2) == "round 2: memory cannot be measured on this platform")
    #expect(watch.isFlat)
  }
}
