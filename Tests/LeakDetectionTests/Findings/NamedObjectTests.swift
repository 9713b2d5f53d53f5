import Dispatch
import LeakTesting
import TestOrder
import Testing

/// A named object that is alive is told, whatever else probably leads to it.
@Suite struct NamedObjectTests {
  private actor Bank {
    private var total = 0
    func serve() async {
      try? await Task.sleep(for: .seconds(600))
      total += 1
    }
  }

  private final class Desk: Sendable {
    private let work: Task<Void, Never>
    init(_ bank: Bank) { work = Task { await bank.serve() } }
    func close() { work.cancel() }
  }

  /// A block has the desk, which has the task, whose function has the bank.
  @Test(.slow) func isToldBesideWhatLeadsToItsTask() async {
    var desk: Desk?
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let bank = trackForLeaks(Bank())
      let made = Desk(bank)
      DispatchQueue.global().asyncAfter(deadline: .now() + 600) { made.close() }
      // So that the task can be ended after the check.
      desk = made
      try? await Task.sleep(for: .milliseconds(50))
    }
    desk?.close()
    #expect(report.leaks.map(\.typeName).contains("LeakDetectionTests.NamedObjectTests.Bank"))
  }
}
