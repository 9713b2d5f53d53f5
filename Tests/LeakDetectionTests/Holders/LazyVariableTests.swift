import Dispatch
import Foundation
import LeakTesting
import Testing

/// A `lazy` variable of a function is told by its own name, and not by that of its storage.
@Suite(
  .leakFree, .disabled(if: isOptimized, "optimised code keeps no variable for the debugger"))
struct LazyVariableTests {
  private final class Guest: Sendable {}

  private final class Door: @unchecked Sendable {
    weak var guest: Guest?
    let isIn = DispatchSemaphore(value: 0)
    let goes = DispatchSemaphore(value: 0)
    let hasGone = DispatchSemaphore(value: 0)

    func stay() {
      lazy var visitor = Guest()
      guest = visitor
      isIn.signal()
      goes.wait()
      withExtendedLifetime(visitor) {}
    }
  }

  private static func enter(_ door: Door) -> Guest? {
    Thread.detachNewThread {
      door.stay()
      door.hasGone.signal()
    }
    door.isIn.wait()
    return door.guest
  }

  @Test func `A lazy variable has its name`() async {
    let door = Door()
    let report = await LeakDetector.detect(within: .milliseconds(50)) { Self.enter(door) }
    door.goes.signal()
    door.hasGone.wait()
    guard case .held(let holders)? = report.leaks.first?.verdict else {
      return #expect(report.leaks.map(\.description) == ["held"])
    }
    #expect(
      holders.map { $0.description.replacing(/,\ [A-Za-z]*\.swift:.*/, with: "") }
        == ["the variable visitor of LazyVariableTests.Door.stay()"])
  }
}
