import LeakTesting
import Testing

/// A captured variable that is set when the closure has been made, or by the closure: a weak capture has what it was before. Optimised code
/// may have captured the last value.
@Suite(.leakFree) struct LaterSetVariableTests {
  private final class Owner {
    var action: (() -> Int)?
    var count = 0

    func wireLater() {
      var last: Owner? = nil
      action = { last?.count ?? 0 }
      last = self
    }

    func wireWithAnEnd() {
      var last: Owner? = self
      action = {
        last?.count += 1
        if last?.count == 5 { last = nil }
        return 0
      }
    }

    func wire() {
      let last: Owner? = self
      action = { last?.count ?? 0 }
    }
  }

  private static func advice(on wire: (Owner) -> Void) async -> [String] {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      wire(trackForLeaks(Owner()))
    }
    return report.leaks.compactMap { leak in
      guard case .leaked(let path) = leak.verdict else { return nil }
      return path.advice.replacing(/LaterSetVariableTests\.swift:\d+/, with: "…")
    }
  }

  @Test(.disabled(if: isOptimized, "an optimised build does not name the variable"))
  func isSetAfterTheClosureWasMade() async {
    let advice = await Self.advice { $0.wireLater() }
    #expect(
      advice == [
        "Set last to nil when the LaterSetVariableTests.Owner has done its work, or declare it weak, where somebody else owns the "
          + "LaterSetVariableTests.Owner: the closure at … captures the variable itself, which keeps its value."
      ])
  }

  @Test func isSetByTheClosure() async {
    let advice = await Self.advice { $0.wireWithAnEnd() }
    #expect(
      advice == [
        "Set last to nil when the LaterSetVariableTests.Owner has done its work, or declare it weak, where somebody else owns the "
          + "LaterSetVariableTests.Owner: the closure at … captures the variable itself, which keeps its value."
      ])
  }

  @Test(.disabled(if: isOptimized, "an optimised build does not name the variable"))
  func isNeverSet() async {
    let advice = await Self.advice { $0.wire() }
    #expect(
      advice == ["Try [weak last] in the closure at …. Decide what it returns when last has gone."])
  }
}
