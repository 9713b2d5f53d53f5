import Foundation
import LeakDetection
import LeakTesting
import Testing

/// Closures that keep one another, and an object that is on no cycle of its own: the object is told, with the way to it.
@Suite(.leakFree, .disabled(if: isOptimized, "optimised, fewer variables are captured"))
struct ClosureCycleTests {
  private final class Job {
    static let line = #line + 5
    private var count = 0

    func repeatItself() {
      var step: (() -> Void)!
      step = {
        self.count += 1
        if self.count < 3 { step() }
      }
      step()
    }

    func alternate() {
      var first: (() -> Void)?
      var second: (() -> Void)?
      first = {
        self.count += 1
        second?()
      }
      second = { first?() }
    }
  }

  /// What is told of a job that began so, without the advice.
  private static func told(isNamed: Bool, _ begin: (Job) -> Void) async -> [String] {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let job = Job()
      begin(job)
      return isNamed ? job : nil
    }
    return report.leaks.map { leak in
      leak.description.components(separatedBy: "\n\n").dropLast().joined(separator: "\n\n")
    }
  }

  private static let ofOne = """
    ClosureCycleTests.Job leaked: 1 instance is kept alive by a retain cycle of 1 strong reference that it is not part of.

      ╭→ closure
      │    closure #1 in ClosureCycleTests.Job.repeatItself()   ClosureCycleTests.swift:\(Job.line)
      │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures step: closure strongly
      ╰─ closure

      From the closure it leads on:
           closure #1 in ClosureCycleTests.Job.repeatItself()   ClosureCycleTests.swift:\(Job.line)
              captures ClosureCycleTests.Job (self) strongly
    """

  private static let ofTwo = """
    ClosureCycleTests.Job leaked: 1 instance is kept alive by a retain cycle of 2 strong references that it is not part of.

      ╭→ closure
      │    closure #2 in ClosureCycleTests.Job.alternate()   ClosureCycleTests.swift:\(Job.line + 14)
      │    closure #1 in ClosureCycleTests.Job.alternate()   ClosureCycleTests.swift:\(Job.line + 10)
      │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures second: closure strongly
      ╰─ closure

      From the closure it leads on:
           closure #1 in ClosureCycleTests.Job.alternate()   ClosureCycleTests.swift:\(Job.line + 10)
              captures ClosureCycleTests.Job (self) strongly
    """

  @Test(arguments: [true, false]) func aClosureThatCallsItself(isNamed: Bool) async {
    #expect(await Self.told(isNamed: isNamed) { $0.repeatItself() } == [Self.ofOne])
  }

  @Test(arguments: [true, false]) func closuresThatCallOneAnother(isNamed: Bool) async {
    #expect(await Self.told(isNamed: isNamed) { $0.alternate() } == [Self.ofTwo])
  }
}
