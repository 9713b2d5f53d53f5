import Foundation
import LeakDetection
import Testing

/// A source that the system tells of events fires whoever has it, and holds what its handler captures.
@Suite struct SourceEventTests {
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

  private static func pipe() -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    #expect(Foundation.pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  @Test func anActiveSourceHoldsWhatHasIt() async {
    let ends = Self.pipe()
    weak var reader: Reader?
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let object = trackForLeaks(Reader(reading: ends.reading))
      object.start()
      reader = object
    }
    // An optimised build has another line of the closure.
    #expect(
      report.description.replacing(/[ ]+(≈ )?SourceEventTests\.swift:\d+/, with: "") == """
        SourceEventTests.Reader is held: 1 instance is kept alive by a dispatch source (closure #1 in SourceEventTests.Reader.init(reading:)).

          ╭─ a dispatch source
          │    closure #1 in SourceEventTests.Reader.init(reading:)
          │       captures SourceEventTests.Reader (self) strongly
          ╰→ SourceEventTests.Reader

          cancel() the source when it is no longer needed, or write [weak self] in its handler.
          fingerprint 119f9ecb
        """)
    close(ends.writing)
    while reader != nil { await Task.yield() }
    close(ends.reading)
  }

  /// Only what has the source could let it fire.
  @Test func aSuspendedSourceIsAPartOfWhatHasIt() async {
    let ends = Self.pipe()
    weak var reader: Reader?
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let object = trackForLeaks(Reader(reading: ends.reading))
      object.start()
      object.suspend()
      reader = object
    }
    if case .leaked? = report.leaks.first?.verdict {} else { Issue.record("\(report)") }
    reader?.resume()
    close(ends.writing)
    while reader != nil { await Task.yield() }
    close(ends.reading)
  }
}
