import CLeakBase
import Synchronization
import Testing
import XCTest

/// Tells XCTest of failures, and never loses one.
///
/// `XCTFail` drops a failure silently unless a test case of XCTest is running. Which one is running cannot
/// be asked on Linux, and a detached task, a Dispatch queue or a thread does not know that it was started by
/// a test of Swift Testing. So the reporter listens: a failure that no test case of XCTest received is
/// recorded as an issue of Swift Testing.
enum XCTestReporter {
  /// Fails the running test case, or records an issue where there is none.
  static func report(_ failure: CheckFailure) {
    if failure.isWarning, Test.current == nil {
      failure.noteFinding()
      return failure.warnOnStandardError()
    }
    var failure = failure
    if Test.current == nil {
      if runsTest {
        // A test case that does not continue ends the process with its failure.
        failure.noteFinding()
        failure.finding = nil
      }
      if failTestCase(failure) { return failure.noteFinding() }
    }
    SwiftTestingReporter.report(failure)
  }

  /// Whether a test of XCTest is known to run: nobody hears of issues there.
  static var runsTest: Bool { Test.current == nil && RunningTest.name != nil }

  /// Whether no other test is known to run at the same time: XCTest runs one by one, Swift Testing does not, of whose tests a detached
  /// task, a queue or a thread knows nothing.
  static var runsAlone: Bool { runsTest || RunningTest.isOutsideTests }

  /// Fails the running test case of XCTest, if there is one, with a failure that was recorded as an issue:
  /// in XCTest nobody hears of issues.
  static func repeatIssue(_ failure: CheckFailure) {
    guard Test.current == nil, !failure.isWarning else { return }
    _ = failTestCase(failure)
  }

  /// Whether a test case received the failure.
  private static func failTestCase(_ failure: CheckFailure) -> Bool {
    FailureListener.install()
    let receipt = FailureListener.Receipt()
    FailureListener.$receipt.withValue(receipt) {
      XCTFail(
        failure.shownText, file: StaticString(path: failure.location.filePath),
        line: UInt(max(failure.location.line, 0)))
    }
    return receipt.isSigned
  }
}

/// A place in source code, in the form that XCTest takes.
struct XCTestPlace: Sendable {
  let fileID: String
  let file: StaticString
  let line: UInt
  let column: Int

  /// The place in the form that the checks take.
  var location: CodeLocation {
    CodeLocation(fileID: fileID, filePath: "\(file)", line: Int(line), column: column)
  }
}

extension DeallocationCheck {
  /// The check behind `XCTAssertDeallocated` and `XCTestCase.trackForLeaks`.
  init(asserting options: CheckOptions, at place: XCTestPlace, entry: crt_call) {
    self.init(request: .asserting("XCTAssertDeallocated", options, at: place, entry: entry))
  }
}

/// Hears from XCTest that a test case received a failure.
final class FailureListener: NSObject, XCTestObservation {
  /// Signed when a test case received the failure that it goes with.
  final class Receipt: Sendable {
    private let state = Atomic(false)
    var isSigned: Bool { state.load(ordering: .acquiring) }
    func sign() { state.store(true, ordering: .releasing) }
  }

  /// The receipt of the failure that is being told. `XCTFail` reaches the observers before it returns.
  @TaskLocal static var receipt: Receipt?

  /// Registers the listener, once.
  static func install() { _ = installed }

  private static let installed: Void = {
    XCTestObservationCenter.shared.addTestObserver(FailureListener())
  }()

  #if canImport(ObjectiveC)
    func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
      Self.receipt?.sign()
    }
  #else
    func testCase(
      _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
      atLine lineNumber: Int
    ) {
      Self.receipt?.sign()
    }
  #endif
}
