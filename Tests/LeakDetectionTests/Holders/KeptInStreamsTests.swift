import LeakTesting
import Testing

/// What waits in a stream that a static variable has.
@Suite(.leakFree, .serialized) struct KeptInStreamsTests {
  private final class Record: Sendable {}

  private enum Kept {
    static let objects = AsyncStream<Record>.makeStream()
    static let values = AsyncThrowingStream<(number: Int, record: Record?), any Error>.makeStream()
  }

  private func told(_ keep: () async -> Void) async -> [String] {
    await LeakDetector.detect(within: .milliseconds(50)) { await keep() }.leaks.map(\.headline)
  }

  /// So many are put in and taken out that the first slots of the buffer are used again.
  @Test func `Elements are kept, wherever in its buffer they are`() async {
    var iterator = Kept.objects.stream.makeAsyncIterator()
    for length in 1...9 {
      #expect(
        await told { for _ in 0..<length { Kept.objects.continuation.yield(Record()) } } == [],
        "\(length)")
      for _ in 0..<length { #expect(await iterator.next() != nil) }
    }
  }

  @Test func `Elements are kept that have references among other things`() async throws {
    var iterator = Kept.values.stream.makeAsyncIterator()
    #expect(
      await told {
        Kept.values.continuation.yield((1, nil))
        Kept.values.continuation.yield((2, Record()))
      } == [])
    for _ in 0..<2 { #expect(try await iterator.next() != nil) }
  }
}
