import LeakBase
import LeakDetection
import LeakReporting
import Synchronization

/// Whether a running test has come so far that it must have shown its known leaks, and what is reported only at its end.
final class TestProgress: Sendable {
  /// That of the test that runs.
  @TaskLocal static var current: TestProgress?

  /// What the outermost trait of the test asks for; `nil` in XCTest.
  let options: CheckOptions?
  /// Whether somebody asks at the end of the test: where no leak is known, and nothing is written of the run, nobody does.
  let isAskedFor: Bool
  /// Whether it matters that the test fails: only a test that the list names can miss a leak.
  let isWatched: Bool

  private let isCutShort = Atomic(false)
  private let kept = VisibleMutex<[CheckFailure]>([])

  init(_ options: CheckOptions? = nil, isAskedFor: Bool = true, isWatched: Bool = true) {
    self.options = options
    self.isAskedFor = isAskedFor
    self.isWatched = isWatched
  }

  /// Whether somebody will ask at the end of the test at `location`.
  static func isAskedFor(at location: CodeLocation) -> Bool {
    RunReportFile.shared != nil || LeakLedger.shared.mayMissLeaks(near: location.filePath)
  }

  /// Notes that the test has failed, was skipped or was cancelled, or that a check of it has found out nothing.
  func noteCutShort() { isCutShort.store(true, ordering: .relaxed) }

  /// Keeps `failures` of a case that has failed by itself, to be reported after that failure.
  func keepForEnd(_ failures: [CheckFailure]) { kept.withLock { $0 += failures } }

  /// What is to be reported at the end of the test.
  var keptForEnd: [CheckFailure] { kept.withLock(\.self) }

  /// Whether a known leak that was not found is gone. Where only named objects are checked, that is not known.
  var isComplete: Bool {
    !isCutShort.load(ordering: .relaxed) && LeakFreeScope.obstacle == nil
  }
}
