import ChildProcess
import Dispatch
import Foundation
import LeakDeciding
import LeakExplaining
import LeakHeapReading
import LeakTesting
import TestOrder
import Testing

/// The process in which no other suite is run: one that ends first would tell of what these tests leave on queues.
private enum OwnProcess {
  static let variable = "UNATTRIBUTED_LEAKS_ALONE"

  static let isThis = {
    #if os(Linux)
      ProcessInfo.processInfo.environment[variable] != nil
    #else
      true
    #endif
  }()
}

/// What belongs to no test for certain. Without the trait, since only the outermost suite or test tells of it. One after the other:
/// what one leaves on a queue would be told by all.
@Suite(.serialized, .enabled(if: OwnProcess.isThis, "they have a process of their own"))
struct UnattributedLeakTests {
  @Test func ignoredUntilItsLastDay() async {
    #expect(await told(ignoring: [.type("Panel")]) == [])
    let told = await told(ignoring: [.type("Panel", because: "rewritten", until: "2026-01-31")])
    #expect(
      told.map(Self.withoutOthers) == [
        """
        Panel leaked: Panel.tap(_:) (Fixtures.swift:\(Panel.lineOfTap)) captures self strongly
        1 instance is kept alive by a retain cycle of 3 strong references.

          ╭→ Panel
          │    .button: Panel.Button
          │    .onTap
          │    Panel.tap(_:)   Fixtures.swift:\(Panel.lineOfTap)
          │    ~~~~~~~~~~~~~ captures Panel (self) strongly
          ╰─ Panel

          Try { [weak self] in self?.tap($0) } instead of storing Panel.tap(_:) itself at \
        Fixtures.swift:\(Panel.lineOfConnect).
          pattern stored-method-reference (swift run leakcases show closures/stored-function)
          fingerprint b36b9acc

          Allocated in a detached task, on a Dispatch queue or on a thread, while these tests ran: \
        ignoredUntilItsLastDay().
          It was known until 2026-01-31 (rewritten): that day has passed. Mend the leak, or write a later day \
        where it is ignored.
        """
      ])
  }

  /// `text` without the other tests that ran meanwhile, which differ.
  private static func withoutOthers(_ text: String) -> String {
    text.replacing(#/ Other tests ran then, too: .*\./#, with: "")
  }

  /// A check inside that an error ends, and that judges nothing therefore, is no other test.
  @Test func inACheckInsideThatThrows() async throws {
    let told = try #require(
      await told {
        _ = try? await LeakDetector.detect {
          await Self.leakOnAQueue()
          throw Jam()
        }
      }.first)
    #expect(
      told.split(separator: "\n").suffix(1).map { Self.withoutOthers(String($0)) } == [
        """
          Allocated in a detached task, on a Dispatch queue or on a thread, while these tests ran: \
        LeakTestingTests/UnattributedLeakTests.swift, inACheckInsideThatThrows().
        """
      ])
    #expect(!told.contains(#/Other tests ran then, too: .*UnattributedLeakTests\.swift/#))
  }

  /// What runs on a queue may be another suite's, and no suite is accused alone of what may be another's.
  @Test func whileATestOfAnotherSuiteRuns() async throws {
    let other = LeakFreeScope(label: "A test of another suite", claimsUnattributed: false)
    let told = try #require(await told(ignoring: []).first)
    _ = await other.settle(LeakFreeScope.Query(within: .milliseconds(1), at: CodeLocation()))
    let sentence = try #require(
      told.split(separator: "\n").last { $0.hasPrefix("  Allocated in a detached task") })
    #expect(
      sentence.contains(
        /while these tests ran: whileATestOfAnotherSuiteRuns\(\)\. Other tests ran then, too: A test of another suite/
      ))
  }

  /// What a test without the trait leaks in its tasks meanwhile is known as such.
  @Test func leftByATestWithoutTheTrait() async {
    let (starts, start) = AsyncStream<Void>.makeStream()
    // A task made here has what Swift Testing binds for a test, and no scope.
    let other = Task {
      for await _ in starts { Self.panel = Panel.leaking() }
    }
    let told = await told {
      start.yield()
      start.finish()
      await other.value
    }
    #expect(told == [])
  }

  /// A body that throws does not hide what it has left on queues.
  @Test func whereTheBodyThrows() async {
    let told = await asyncIssues {
      try await expectNoLeaks(failingUnattributed: true) {
        await Self.leakOnAQueue()
        throw Jam()
      }
    }
    Self.panel?.connectWeakly()
    #expect(
      told.map { $0.split(separator: "\n")[0] } == [
        "Panel leaked: Panel.tap(_:) (Fixtures.swift:\(Panel.lineOfTap)) captures self strongly",
        "threw Jam()",
      ])
  }

  private final class Pump: @unchecked Sendable {
    var task: Task<Void, Never>?
    var continuation: CheckedContinuation<Void, Never>?

    func run() {
      task = Task { await withCheckedContinuation { self.continuation = $0 } }
    }
  }

  // Of Swift 6.2 no warning is an issue.
  #if compiler(>=6.3)
    /// A guess takes part in what a task keeps: no such leak fails a test, since nothing is waited for.
    @Test func byATaskOnAQueue() async throws {
      let leaked = Log<(severity: String, headline: Substring)>()
      nonisolated(unsafe) weak var pump: Pump?
      try await withKnownIssue(isIntermittent: true) {
        try await collect {
          await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            DispatchQueue.global().async {
              let made = Pump()
              made.run()
              pump = made
              continuation.resume()
            }
          }
          while pump?.continuation == nil { await Task.yield() }
        }
      } matching: { issue in
        leaked.append(
          ("\(issue.severity)", issue.comments.first?.rawValue.prefix { $0 != "\n" } ?? ""))
        return true
      }
      pump?.continuation?.resume()
      #expect(
        leaked.elements.filter { $0.headline.contains("Pump") }.map {
          "\($0.severity): \($0.headline)"
        } == [
          """
          warning: UnattributedLeakTests.Pump leaked: closure #1 in UnattributedLeakTests.Pump.run() \
          (UnattributedLeakTests.swift:130) probably captures self strongly
          """
        ])
    }
  #endif

  /// What is done on threads that nobody knows, and of which nothing stays, is nobody's leak.
  @Test func byATaskThatSleeps() async {
    let told = await told(of: ["Pump"]) {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        DispatchQueue.global().async {
          let pump = Pump()
          pump.task = Task {
            try? await Task.sleep(for: .seconds(1))
            withExtendedLifetime(pump) {}
          }
          continuation.resume()
        }
      }
    }
    #expect(told == [])
  }

  private final class Sheet: @unchecked Sendable {
    var knob: Knob?
  }

  private final class Knob {
    var sheet: Sheet?
  }

  /// A cycle of which a part is made on a queue.
  private static func leakASheet() async -> Sheet {
    let sheet = Sheet()
    self.sheet = sheet
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        sheet.knob = Knob()
        sheet.knob?.sheet = sheet
        continuation.resume()
      }
    }
    return sheet
  }

  /// A test of another suite has told of the cycle, of which a part was made on a queue.
  @Test func whatAnotherTestHasToldOf() async {
    let told = await told(of: ["Sheet", "Knob"]) {
      await Task.detached {
        ReportedObjects.note([ObjectWitness(await Self.leakASheet())])
      }.value
    }
    Self.sheet?.knob = nil
    #expect(told == [])
  }

  /// The rest of the cycle was allocated in the scope of a test of another suite, which tells of it when it ends.
  @Test func whatIsPartlyOfAnotherTest() async {
    let other = LeakFreeScope(label: "A test of another suite", claimsUnattributed: false)
    let told = await told(of: ["Sheet", "Knob"]) {
      await Task.detached {
        await other.run { _ = await Self.leakASheet() }
      }.value
    }
    Self.sheet?.knob = nil
    _ = await other.settle(LeakFreeScope.Query(within: .milliseconds(1), at: CodeLocation()))
    #expect(told == [])
  }

  /// A check of another suite has named an object of the cycle, and tells of it whenever it has found out about it.
  @Test func whatAnotherTestNames() async {
    let told = await told(of: ["Sheet", "Knob"]) {
      await Task.detached {
        _ = await LeakDetector.detect { trackForLeaks(await Self.leakASheet()) }
      }.value
    }
    Self.sheet?.knob = nil
    #expect(told == [])
  }

  nonisolated(unsafe) private static weak var sheet: Sheet?
  nonisolated(unsafe) private static weak var panel: Panel?

  /// What the end of this test tells of a panel that leaks on a queue.
  private func told(ignoring ignored: [IgnoredLeak]) async -> [String] {
    await told(ignoring: ignored) { await Self.leakOnAQueue() }
  }

  private static func leakOnAQueue() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        panel = Panel.leaking()
        continuation.resume()
      }
    }
  }

  /// Calls `body` as the only test of a suite.
  private func collect(
    ignoring ignored: [IgnoredLeak] = [], _ body: @escaping @Sendable () async -> Void
  ) async throws {
    guard let test = Test.current, let testCase = Test.Case.current else { throw Jam() }
    let trait: LeakFreeTrait = .leakFree(ignoring: ignored, failingUnattributed: true)
    try await trait.provideScope(for: test, testCase: nil) {
      try await trait.provideScope(for: test, testCase: testCase) { await body() }
    }
  }

  /// What the end of this test tells of panels when `leak` has made one.
  private func told(
    ignoring ignored: [IgnoredLeak] = [], of types: [String] = ["Panel"],
    _ leak: @escaping @Sendable () async -> Void
  ) async -> [String] {
    // Other tests that end later are not to tell of it.
    defer { Self.panel?.connectWeakly() }
    return await asyncIssues { try await collect(ignoring: ignored, leak) }
      // Tests that run meanwhile may leave something else on queues.
      .filter { told in types.contains { told.prefix { $0 != " " }.hasSuffix($0) } }
  }
}

#if os(Linux)
  @Suite(.slow) struct UnattributedLeakProcessTests {
    /// The outermost one reports.
    @Test func askedForInsideInVain() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        UnattributedPool(label: "a suite", failsTests: false).run {
          expectNoLeaks(failingUnattributed: true) {}
          expectNoLeaks(failingUnattributed: true) {}
        }
        _ = UnattributedPool(label: "another", failsTests: true).run {
          expectNoLeaks(failingUnattributed: true) {}
        }
      }
      let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(
        errors.matches(of: /[^\/]*\.swift:\d+: warning: .*/).map(\.output).map {
          $0.replacing(/:\d+:/, with: ":")
        } == [
          """
          UnattributedLeakTests.swift: warning: failingUnattributed: true has no effect inside .leakFree: the outermost \
          trait reports what cannot be attributed to a test. Write it there.
          """
        ])
    }

    @Test(.aheadOfOthers) func passByThemselves() async throws {
      var child = ChildProcess(
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(),
        ["--testing-library", "swift-testing", "--filter", "\\.UnattributedLeakTests/"])
      child.environment = [OwnProcess.variable: "1"]
      let ending = try await child.run()
      let told = ending.output + ending.errors
      #expect(ending.status == .exitCode(0), "\(told)")
      #expect(told.contains(/run with \d+ tests in 1 suite passed/), "\(told)")
    }
  }
#endif
