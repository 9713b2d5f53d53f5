import Dispatch
import LeakDetection
import TestOrder
import Testing

/// Work that has captured a value with an object in it, and no `self`.
@Suite(.slow, .disabled(if: isOptimized, "what an unoptimised build tells of captures is compared"))
struct CapturedValueHolderTests {
  private final class Storage: @unchecked Sendable {
    private var value = 0

    func fill(_ value: Int) { self.value = value }
  }

  private struct Deferred: Sendable {
    let name = "deferred"
    let storage = Storage()
  }

  private static func fill(on queue: DispatchQueue) {
    let deferred = Deferred()
    queue.async {
      deferred.storage.fill(deferred.name.count)
    }
  }

  @Test func `A block is not told to write [weak self] where it has none`() throws {
    let queue = DispatchQueue(label: "deferred")
    queue.suspend()
    let report = LeakDetector.detectBlocking(within: .milliseconds(10)) { Self.fill(on: queue) }
    queue.resume()
    queue.sync {}
    let lines = report.textWithoutLines.split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.contains("captures deferred.storage: ") })
    #expect(!lines.contains { $0.contains("[weak self]") })
    #expect(
      lines.contains {
        $0.hasSuffix(
          "or write a weak capture of the CapturedValueHolderTests.Storage in the block.")
      })
  }
}
