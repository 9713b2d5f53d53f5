import Dispatch
import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// What is said of a source or of a block that a suspended queue further on keeps from what it has to do.
@Suite(
  .slow, .leakFree, .disabled(if: isOptimized, "optimised code does not capture what does nothing"))
struct IdleSourceTests {
  private final class Guest: Sendable {
    func stay() {}
  }

  /// What holds the object that `make` gives to work of a queue with a suspended target.
  private func holders(_ make: (DispatchQueue, Guest) -> Void) async -> [String] {
    let target = DispatchQueue(label: "hotel.house")
    let queue = DispatchQueue(label: "hotel.floor", target: target)
    target.suspend()
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let guest = Guest()
      make(queue, guest)
      return guest
    }
    target.resume()
    guard case .held(let holders)? = report.leaks.first?.verdict else { return [] }
    return holders.map { "\($0.description) | \($0.advice)" }
  }

  @Test func `A timer that was cancelled does not fire`() async {
    let told = await holders { queue, guest in
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now() + 60, repeating: 60)
      timer.setEventHandler { guest.stay() }
      timer.activate()
      timer.cancel()
    }
    #expect(
      told.map { $0.replacing(/\ \(closure.*\)/, with: "") } == [
        "a dispatch timer that is cancelled | It goes when the source's queue has freed the handlers, which a suspended or blocked "
          + "queue never does. Let the queue run, or write [weak guest] in the handler."
      ])
  }

  @Test func `A source that was cancelled is told as such`() async {
    let told = await holders { queue, guest in
      let source = DispatchSource.makeUserDataAddSource(queue: queue)
      source.setEventHandler { guest.stay() }
      source.activate()
      source.cancel()
    }
    #expect(told.map { $0.prefix(40) } == ["a dispatch source that is cancelled (clo"])
  }

  @Test func `A timer that was not cancelled fires`() async {
    nonisolated(unsafe) var made: (any DispatchSourceTimer)?
    let told = await holders { queue, guest in
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now() + 60, repeating: 60)
      timer.setEventHandler { guest.stay() }
      timer.activate()
      made = timer
    }
    made?.cancel()
    #expect(told.map { $0.prefix(40) } == ["a dispatch timer that fires every 60 s ("])
  }

  @Test func `A queue with a suspended target says so`() async {
    let told = await holders { queue, guest in queue.async { guest.stay() } }
    #expect(
      told.map { $0.prefix(78) } == [
        "a block that waits on hotel.floor, which targets a suspended queue (closure #1"
      ])
  }
}
