import Foundation
import LeakDetection
import TestOrder
import Testing

/// A source that the system tells of events fires whoever has it, and holds what its handler captures.
@Suite(.slow) struct SourceEventTests {
  private final class Reader: @unchecked Sendable {
    private let source: any DispatchSourceRead

    init(reading descriptor: Int32) {
      source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
      source.setEventHandler { self.end() }
    }

    func start() { source.activate() }
    func suspend() { source.suspend() }
    func resume() { source.resume() }

    private func end() { source.cancel() }
  }

  /// The report on a reader that `start` has started, which goes when `goOn` lets it, and nothing more can be read.
  private static func report(
    _ start: (Reader) -> Void, thenGoingOn goOn: (Reader) -> Void = { _ in }
  ) async -> LeakReport {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    weak var reader: Reader?
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let object = trackForLeaks(Reader(reading: ends[0]))
      start(object)
      reader = object
    }
    if let reader { goOn(reader) }
    close(ends[1])
    while reader != nil { await Task.yield() }
    close(ends[0])
    return report
  }

  @Test func anActiveSourceHoldsWhatHasIt() async {
    let report = await Self.report { $0.start() }
    #expect(
      report.textWithoutLines == """
        SourceEventTests.Reader is held: 1 instance is kept alive by a dispatch source (closure #1 in SourceEventTests.Reader.init(reading:)).

          ╭─ a dispatch source
          │    closure #1 in SourceEventTests.Reader.init(reading:)
          │       captures SourceEventTests.Reader (self) strongly
          ╰→ SourceEventTests.Reader

          cancel() the source when it is no longer needed, or write [weak self] in its event handler.
          fingerprint 119f9ecb
        """)
  }

  /// Only what has the source could let it fire.
  @Test func aSuspendedSourceIsAPartOfWhatHasIt() async {
    let report = await Self.report {
      $0.start()
      $0.suspend()
    } thenGoingOn: {
      $0.resume()
    }
    if case .leaked? = report.leaks.first?.verdict {} else { Issue.record("\(report)") }
  }
}
