import LeakHeapReading
import LeakHeapRoots
import Synchronization
import TestOrder
import Testing

/// Many tasks that wait for continuations which nobody has.
@Suite(.disabled(if: Sanitizer.isAny, "no process is searched under a sanitizer"))
struct ManyContinuationsTests {
  private final class Item: Sendable {
    @inline(never) func use() {}
  }

  private static let count = 1_500

  /// Whether a continuation can be resumed is found out for all of them in one look at the memory.
  @Test(.slow, .aheadOfOthers) func `The story of each is told`() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      let suspended = Mutex(0)
      let items = (0..<Self.count).map { _ in Item() }
      for item in items { Self.wait(with: item) { suspended.withLock { $0 += 1 } } }
      while suspended.withLock({ $0 < Self.count }) { await Task.yield() }
      var search = RootSearch()
      search.groups = Array(items.indices)
      let witnesses = items.map { ObjectWitness($0) }
      var told = 0
      // On a busy machine some have only just begun to wait.
      for _ in 0..<5 where told < Self.count {
        let answers = HeapReader.shared.holders(of: witnesses, search: search).answers
        told = answers.count { answer in
          guard case .held(let path) = answer else { return false }
          return path.task?.wait?.isForContinuation ?? false
        }
      }
      print("\(told) of \(Self.count)")
    }
    #expect(String(decoding: result.standardOutputContent, as: UTF8.self) == "1500 of 1500\n")
  }

  private static func wait(with item: Item, _ note: @escaping @Sendable () -> Void) {
    Task {
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in note() }
      item.use()
    }
  }
}
