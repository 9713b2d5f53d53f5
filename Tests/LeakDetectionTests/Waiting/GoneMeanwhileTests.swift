import Dispatch
import LeakTesting
import TestOrder
import Testing

@testable import LeakDeciding

/// What goes when its grace has passed, while the process is searched for what holds it.
@Suite struct GoneMeanwhileTests {
  private final class Job: @unchecked Sendable {
    func run() {}
  }

  @Test(.slow) func whatGoesMeanwhileIsNotLost() async {
    for delay in stride(from: 51, through: 99, by: 3) {
      let report = await LeakDetector.detect(within: .milliseconds(50)) {
        let job = Job()
        let start = DispatchTime.now() + .milliseconds(delay)
        DispatchQueue.global().asyncAfter(deadline: start) { job.run() }
        return job
      }
      for leak in report.leaks {
        if case .leaked = leak.verdict { Issue.record("\(leak)") }
      }
    }
  }
}
