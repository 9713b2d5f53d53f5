import LeakTesting
import Testing

/// Cycles whose sentence tells what to do, and where no edit would do it: what is printed compiles, and cures.
@Suite(
  .leakFree, .disabled(if: isOptimized, "lines and names are those of an unoptimised build")
) struct WithheldEditTests {
  private final class Counter {
    var run: (() -> Void)?
    var count = 0

    func useFunction() {
      func hit() { self.count += 1 }
      run = {
        self.count = 0
        hit()
      }
    }

    func useVariable() {
      var twice: Int { self.count * 2 }
      run = { [weak self] in self?.count = twice }
    }

    func usePart() {
      var context = Context(counter: Counter())
      run = { context.counter.count += 1 }
      context.counter = self
    }
  }

  private struct Context {
    var counter: Counter
    var size = 0
  }

  private static func path(_ make: () -> AnyObject) async -> (advice: String, edits: Int)? {
    let report = await LeakDetector.detect(within: .milliseconds(50)) { trackForLeaks(make()) }
    return report.leaks.first?.path.map {
      ($0.advice.replacing(/line \d+|WithheldEditTests\.swift:\d+/, with: "…"), $0.edits.count)
    }
  }

  @Test func `A local function captures it as well`() async throws {
    let path = try #require(
      await Self.path {
        let counter = Counter()
        counter.useFunction()
        return counter
      })
    #expect(
      path.advice
        == "Try [weak self] in the closure at …. It captures self for hit as well, declared at …, which has no capture list: make hit a member of the WithheldEditTests.Counter."
    )
    #expect(path.edits == 0)
  }

  @Test func `The capture list has it weakly`() async throws {
    let path = try #require(
      await Self.path {
        let counter = Counter()
        counter.useVariable()
        return counter
      })
    #expect(
      path.advice
        == "The closure at … does not keep self by its capture list, but captures it for twice, declared at …, which has none: make twice a member of the WithheldEditTests.Counter."
    )
    #expect(path.edits == 0)
  }

  /// The variable has another value when the closure is made.
  @Test func `A part of a variable`() async throws {
    let path = try #require(
      await Self.path {
        let counter = Counter()
        counter.usePart()
        return counter
      })
    #expect(
      path.advice
        == "Take the WithheldEditTests.Counter out of context.counter when it has done its work, or keep it weakly there: the closure at … captures the variable itself, which keeps its value."
    )
    #expect(path.edits == 0)
  }
}
