import Dispatch
import LeakHeapModel
import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// What is said of a source that is suspended: who lets go of it ends the process, and so does a weak capture in its handler.
@Suite(.slow) struct SuspendedSourceTests {
  private final class Ticker: @unchecked Sendable {
    private var source: (any DispatchSourceTimer)?
    private(set) var ticks = 0

    func start() {
      let source = DispatchSource.makeTimerSource()
      source.schedule(deadline: .now() + 600)
      source.setEventHandler { self.ticks += 1 }
      self.source = source
    }

    func resume() { source?.resume() }

    func end() {
      source?.cancel()
      source = nil
    }
  }

  /// What is found of a ticker, which ends afterwards.
  private static func path() async -> RetainPath? {
    weak var ticker: Ticker?
    let body: () -> AnyObject = {
      let made = Ticker()
      made.start()
      ticker = made
      return made
    }
    let report = await LeakDetector.detect(within: .milliseconds(50), body)
    ticker?.resume()
    ticker?.end()
    guard case .leaked(let path)? = report.leaks.first?.verdict else { return nil }
    return path
  }

  @Test func `It has to be resumed, and no edit lets go of it before`() async throws {
    let path = try #require(await Self.path())
    #expect(
      path.advice == """
        Call resume() on the source, and cancel() when it is no longer needed: it is suspended, or was never activated, and keeps its \
        handlers, cancelled or not. A weak capture alone will not do: releasing a suspended source ends the process.
        """)
    #expect(path.pattern == "dispatch-source-handler")
    #expect(path.remedy?.edits.isEmpty != false)
  }

  @Test func `Whatever the suspect is, the source is what to begin with`() throws {
    var heap = HeapSketch()
    let owner = heap.instance("Shop.Owner")
    let part = heap.instance("Shop.Part")
    let source = heap.instance("Dispatch.DispatchSource")
    let closure = heap.function("a method stored in Owner.start()", in: "Owner")
    heap.refer(owner, to: part, .property("part"))
    heap.refer(part, to: source, .property("source"))
    heap.refer(source, to: owner, .property("handler"), function: closure)
    heap.suspend(source)
    let path = try #require(heap.path())
    #expect(path.advice.hasPrefix("Call resume() on the source"))
    #expect(path.remedy?.action == .call)
  }
}
