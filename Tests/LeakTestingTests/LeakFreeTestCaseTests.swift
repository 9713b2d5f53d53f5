#if !canImport(ObjectiveC)
  import Foundation
  import LeakTesting
  import SpecTesting
  import XCTest

  /// What a ``LeakFreeTestCase`` records: test cases are run inside of tests, and keep their failures to themselves.
  final class LeakFreeTestCaseTests: XCTestCase {
    private var received: [String] = []

    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected isExpected: Bool
    ) {
      received.append(description)
    }

    /// Fails this test. An assertion would fail none once an inner test case has run.
    private func expect(
      _ test: QuietTestCase, records expected: [String], line: Int = #line
    ) {
      test.run()
      expect(test.failures, expected, line: line)
    }

    private func expect<Value: Equatable>(_ value: Value, _ expected: Value, line: Int = #line) {
      guard value != expected else { return }
      super.recordFailure(
        withDescription: "\(value) is not \(expected)", inFile: #filePath, atLine: line,
        expected: true)
    }

    // MARK: - Recording

    func testOverrideRecords() {
      let test = OverridingTestCase { _ in _ = Radio.leaking() }
      expect(test, records: ["Elsewhere:7: seen: failed - " + .radioFound()])
      expect(test.received, ["OverridingTestCase:1"])
    }

    /// The base class would end the process.
    func testOverrideOfAnotherModuleIsNotAsked() {
      let test = SpecTestCase(name: "test") { _ in _ = Radio.leaking() }
      test.run()
      expect(
        (test.testRun as? QuietRun)?.failures ?? [],
        ["SpecTestCase:1: failed - " + .radioFound()])
    }

    func testLeakIsRecordedAtTheLineThatNamesIt() {
      expect(
        QuietTestCase { $0.trackForLeaks(Radio.leaking()) },
        records: ["\(#filePath):\(#line - 1): failed - " + .radioLeaked()])
    }

    func testWhatATrackingLineAsksForCounts() {
      expect(
        QuietTestCase { $0.trackForLeaks(Radio.leaking(), ignoring: [.type("Radio")]) },
        records: [])
      // The check's own grace is half a second.
      expect(
        QuietTestCase { test in
          nonisolated(unsafe) let radio = test.trackForLeaks(
            Radio.fixed(), within: .seconds(60))
          DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) { radio.onFinish = nil }
        }, records: [])
    }

    func testRecordingIsOverridden() {
      let test = TellingTestCase { _ in _ = Radio.leaking() }
      expect(test, records: [])
      expect(test.told, [.radioFound()])
    }

    func testFailureThatEndsTheProcess() {
      expect(
        LastTestCase { _ in _ = Radio.leaking() },
        records: ["LastTestCase:1: failed - " + .radioFound()])
    }

    func testInvokedWithoutARun() {
      QuietTestCase { _ in _ = Radio.leaking() }.invokeTest()
      expect(received, ["failed - " + .radioFound()])
    }

    // MARK: - What stored properties are initialized with

    func testCycleOfAnInitializer() {
      let first = LeakingPropertyTestCase { _ in }
      let second = LeakingPropertyTestCase { _ in }
      expect(second, records: ["LeakingPropertyTestCase:1: failed - " + .radioLeaked()])
      expect(first, records: ["LeakingPropertyTestCase:1: failed - " + .radioLeaked()])
    }

    func testCycleOfAnInitializerOfABaseClass() {
      expect(
        InheritingTestCase { _ in }, records: ["InheritingTestCase:1: failed - " + .radioLeaked()])
    }

    func testCycleThatTheTestMakes() {
      expect(
        PropertyTestCase { ($0 as? PropertyTestCase)?.radio?.loop() },
        records: ["PropertyTestCase:1: failed - " + .radioLeaked()])
      expect(
        PropertyTestCase {
          let test = $0 as? PropertyTestCase
          test?.radio?.loop()
          test?.radio = nil
        }, records: ["PropertyTestCase:1: failed - " + .radioLeaked()])
    }

    func testCycleThatTheTestBreaks() {
      expect(
        LeakingPropertyTestCase { ($0 as? LeakingPropertyTestCase)?.radios[0].onFinish = nil },
        records: [])
    }

    func testPropertiesAreNotWaitedFor() {
      // With a grace of ten minutes.
      expect(PatientTestCase { _ in }, records: [])
      expect(PatientTestCase { ($0 as? PatientTestCase)?.radio = .fixed() }, records: [])
      expect(
        PatientTestCase { test in
          let test = test as? PatientTestCase
          test?.radio?.onFinish = { test?.radio = nil }
        }, records: [])
    }

    func testWhatOthersHoldIsNoInitializers() {
      expect(SharingTestCase { _ in }, records: [])
      withExtendedLifetime(SharingTestCase { _ in }) {
        expect(SharingTestCase { _ in }, records: [])
      }
    }
  }

  /// A test case that tells nobody of its failures.
  class QuietTestCase: LeakFreeTestCase {
    convenience init(_ body: @escaping (XCTestCase) throws -> Void) {
      self.init(name: "test", testClosure: body)
    }

    var failures: [String] { (testRun as? QuietRun)?.failures ?? [] }

    override var testRunClass: AnyClass? { QuietRun.self }
  }

  private final class QuietRun: XCTestCaseRun {
    private(set) var failures: [String] = []
    private var started: Date?
    private var stopped: Date?

    override func start() { started = Date() }
    override func stop() { stopped = Date() }
    override var startDate: Date? { started }
    override var stopDate: Date? { stopped }

    override func recordFailure(
      withDescription description: String, inFile filePath: String?, atLine lineNumber: Int,
      expected: Bool
    ) {
      failures.append("\(filePath ?? ""):\(lineNumber): \(description)")
    }
  }

  /// Changes what is recorded, as a test case does that adds to a failure where it comes from.
  private final class OverridingTestCase: QuietTestCase {
    private(set) var received: [String] = []

    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected: Bool
    ) {
      received.append("\(filePath):\(lineNumber)")
      super.recordFailure(
        withDescription: "seen: \(description)", inFile: "Elsewhere", atLine: 7, expected: expected)
    }
  }

  private final class SpecTestCase: Spec {
    override var testRunClass: AnyClass? { QuietRun.self }
  }

  private final class TellingTestCase: QuietTestCase {
    private(set) var told: [String] = []

    override func recordLeak(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int
    ) {
      told.append(description)
    }
  }

  private final class LastTestCase: QuietTestCase {
    override var continueAfterFailure: Bool {
      get { false }
      set {}
    }
  }

  private class LeakingPropertyTestCase: QuietTestCase {
    let radios = [Radio.leaking()]
  }

  private final class InheritingTestCase: LeakingPropertyTestCase {
    private let radio = Radio.fixed()
  }

  private class PropertyTestCase: QuietTestCase {
    var radio: Radio? = .fixed()
  }

  private final class PatientTestCase: PropertyTestCase {
    override class var leakGrace: Duration { .seconds(600) }
  }

  /// Its properties refer to what others refer to as well.
  private final class SharingTestCase: QuietTestCase {
    nonisolated(unsafe) private static let global = Radio.leaking()
    nonisolated(unsafe) private weak static var current: Radio?

    private let fromGlobal = SharingTestCase.global
    private let shared: Radio = {
      let radio = SharingTestCase.current ?? Radio.fixed()
      SharingTestCase.current = radio
      return radio
    }()
  }
#endif
