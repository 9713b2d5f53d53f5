import LeakDetection
import Synchronization

/// Whether a running test has come so far that it must have shown its known leaks.
final class TestProgress: Sendable {
  /// That of the test that runs.
  @TaskLocal static var current: TestProgress?

  /// What the outermost trait of the test asks for; `nil` in XCTest.
  let options: CheckOptions?

  private let isCutShort = Atomic(false)

  init(_ options: CheckOptions? = nil) { self.options = options }

  /// Notes that the test has failed, was skipped or was cancelled, or that a check of it has found out nothing.
  func noteCutShort() { isCutShort.store(true, ordering: .relaxed) }

  /// Whether a known leak that was not found is gone. Where only named objects are checked, that is not known.
  var isComplete: Bool {
    !isCutShort.load(ordering: .relaxed) && LeakFreeScope.obstacle == nil
  }
}
