import LeakTesting
import Synchronization
import Testing

@testable import LeakDeciding
@testable import LeakExplaining

/// The state machine, driven by a clock that jumps.
@Suite(.leakFree) struct CheckWaitTests {
  /// When objects go, and what time it is.
  private final class Script: Sendable {
    /// When each named object goes; `nil` for one that stays.
    let named: [Duration?]
    /// When the last of the others goes; `nil` where one stays.
    let others: Duration?
    /// When nothing is asked any more.
    let end: Duration?
    private let clock = Mutex(Duration.zero)

    init(_ named: Duration?..., others: Duration? = .zero, end: Duration? = nil) {
      self.named = named
      self.others = others
      self.end = end
    }

    var now: Duration {
      get { clock.withLock { $0 } }
      set { clock.withLock { $0 = newValue } }
    }

    var subjects: CheckWait.Subjects {
      CheckWait.Subjects(
        count: named.count, isAlive: { self.named[$0].map { self.now < $0 } ?? true },
        othersRemain: { self.others.map { self.now < $0 } ?? true },
        isOver: { self.end.map { self.now >= $0 } ?? false })
    }
  }

  private struct Course: Equatable {
    var steps: [CheckWait.Step]
    var ends: [Duration?]
    var isStalled = false

    var pauses: [Duration] {
      steps.compactMap { if case .wait(let pause) = $0 { pause } else { nil } }
    }
  }

  /// Drives a wait to its end.
  ///
  /// - Parameters:
  ///   - slowness: By how much more time passes than counts for the grace; 0 where none counts.
  ///   - settled: What waiting cannot change.
  private static func run(
    _ script: Script, within grace: Duration, slowness: Int = 1, asksHolders: Bool = false,
    settled: [Int] = [], signsUntil lastSign: Duration = .zero
  ) -> Course {
    var wait = CheckWait(script.subjects, within: grace, asksHolders: asksHolders)
    var elapsed = Duration.zero
    var steps: [CheckWait.Step] = []
    while steps.last != .finish {
      let step = wait.advance(
        at: elapsed, time: script.now, quiet: script.now - min(script.now, lastSign))
      steps.append(step)
      switch step {
      case .readSettled: wait.settle(settled)
      case .readKept, .readHolders, .finish: break
      case .wait(let pause):
        script.now += pause * max(1, slowness)
        if slowness > 0 { elapsed += pause }
      }
    }
    return Course(steps: steps, ends: wait.ends, isStalled: wait.isStalled)
  }

  @Test func `Without objects there is nothing to wait for`() {
    #expect(Self.run(Script(), within: .seconds(1)) == Course(steps: [.finish], ends: []))
  }

  @Test func `An object that is gone is neither read nor waited for`() {
    #expect(
      Self.run(Script(.zero), within: .seconds(1)) == Course(steps: [.finish], ends: [.zero]))
  }

  @Test func `What waiting cannot change is not waited for`() {
    #expect(
      Self.run(Script(nil, .zero), within: .seconds(1), settled: [0])
        == Course(steps: [.readSettled, .finish], ends: [nil, .zero]))
  }

  @Test func `What may go is waited for, with doubling pauses up to the deadline`() {
    let course = Self.run(Script(nil), within: .milliseconds(100))
    let pauses = [50, 100, 200, 400, 800, 1600, 3200, 6400, 12800, 20000, 20000, 20000, 14450]
    #expect(
      course
        == Course(
          steps: [.readSettled] + pauses.map { .wait(.microseconds($0)) } + [.finish], ends: [nil]))
    #expect(course.pauses.reduce(.zero, +) == .milliseconds(100))
  }

  @Test func `A grace of nothing is one look`() {
    #expect(
      Self.run(Script(nil), within: .zero) == Course(steps: [.readSettled, .finish], ends: [nil]))
  }

  @Test func `An object that goes while it is waited for is late`() {
    #expect(
      Self.run(Script(.microseconds(300)), within: .seconds(1))
        == Course(
          steps: [.readSettled] + [50, 100, 200].map { .wait(.microseconds($0)) } + [.finish],
          ends: [.microseconds(350)]))
  }

  @Test func `All objects share one deadline`() {
    let course = Self.run(
      Script(nil, .microseconds(60), nil), within: .milliseconds(1), settled: [2])
    #expect(course.ends == [nil, .microseconds(150), nil])
    #expect(course.pauses.reduce(.zero, +) == .milliseconds(1))
  }

  @Test func `What nobody named is waited for as well`() {
    let course = Self.run(
      Script(nil, others: .microseconds(300)), within: .seconds(1), settled: [0])
    #expect(
      course
        == Course(
          steps: [.readSettled] + [50, 100, 200].map { .wait(.microseconds($0)) } + [.finish],
          ends: [nil]))
    #expect(
      Self.run(Script(others: nil), within: .milliseconds(1)).pauses.reduce(.zero, +)
        == .milliseconds(1))
  }

  @Test func `Nothing is waited for when nothing is asked any more`() {
    #expect(
      Self.run(Script(nil, end: .zero), within: .seconds(1))
        == Course(steps: [.finish], ends: [nil]))
    #expect(
      Self.run(Script(nil, end: .microseconds(100)), within: .seconds(1))
        == Course(
          steps: [.readSettled] + [50, 100].map { .wait(.microseconds($0)) } + [.finish],
          ends: [nil]))
  }

  @Test func `The grace goes by the host's clock, and lateness by the time`() {
    let course = Self.run(Script(.milliseconds(7), nil), within: .milliseconds(2), slowness: 4)
    #expect(course.pauses.reduce(.zero, +) == .milliseconds(2))
    // 50, 100, 200, 400, 800 and 450 µs, four times each.
    #expect(course.ends == [.microseconds(8000), nil])
    #expect(!course.isStalled)
  }

  @Test func `Where nothing goes on the wait ends all the same`() {
    let script = Script(nil)
    let course = Self.run(script, within: .milliseconds(500), slowness: 0)
    #expect(course.isStalled)
    #expect(script.now >= .milliseconds(500) * 10 + CheckWait.mostDelay)
    #expect(script.now < .milliseconds(500) * 10 + CheckWait.mostDelay + CheckWait.longestPause)
  }

  @Test func `Where other tests get on it is waited for longer`() {
    let script = Script(nil)
    let course = Self.run(
      script, within: .milliseconds(500), slowness: 0, signsUntil: .seconds(300))
    #expect(course.isStalled)
    #expect(script.now >= .seconds(305) + CheckWait.mostDelay)
    #expect(script.now < .seconds(305) + CheckWait.mostDelay + CheckWait.longestPause)
  }

  /// How much of the grace had passed when `step` was taken, each time.
  private static func moments(of step: CheckWait.Step, in course: Course) -> [Duration] {
    course.steps.indices.filter { course.steps[$0] == step }.map { index in
      Course(steps: Array(course.steps[..<index]), ends: []).pauses.reduce(.zero, +)
    }
  }

  // The first look after 50 ms is at 65.55, the first after 100 at 105.55.

  @Test func `Holders are asked for once, of what stays for a moment`() {
    let course = Self.run(Script(nil), within: .milliseconds(200), asksHolders: true)
    #expect(Self.moments(of: .readHolders, in: course) == [.microseconds(65_550)])
    let short = Self.run(Script(nil), within: .milliseconds(50), asksHolders: true)
    #expect(Self.moments(of: .readHolders, in: short) == [])
    // 200 ms have passed, on a machine that lets the process run for a tenth of the time.
    let busy = Self.run(
      Script(nil), within: .milliseconds(200), slowness: 10, asksHolders: true)
    #expect(Self.moments(of: .readHolders, in: busy) == [.microseconds(25_550)])
    let silent = Self.run(Script(nil), within: .milliseconds(200))
    #expect(Self.moments(of: .readHolders, in: silent) == [])
  }

  @Test func `What waiting cannot change is asked again, ever more rarely`() {
    let course = Self.run(Script(nil), within: .seconds(10))
    // The first looks after 1 s, and then after twice as much each time.
    #expect(
      Self.moments(of: .readSettled, in: course)
        == [0, 1_005_550, 2_025_550, 4_065_550, 8_145_550].map(Duration.microseconds))
    let usual = Self.run(Script(nil), within: .seconds(1))
    #expect(Self.moments(of: .readSettled, in: usual) == [.zero])
  }

  @Test func `What is found to be settled later is waited for no more`() {
    let script = Script(nil)
    var wait = CheckWait(script.subjects, within: .seconds(3600))
    #expect(wait.advance(at: .zero, time: .zero, quiet: .zero) == .readSettled)
    #expect(
      wait.advance(at: .zero, time: .zero, quiet: .zero) == .wait(CheckWait.firstPause))
    let later = Duration.seconds(1)
    #expect(wait.advance(at: later, time: later, quiet: .zero) == .readSettled)
    wait.settle([0])
    #expect(wait.advance(at: later, time: later, quiet: .zero) == .finish)
  }

  @Test func `What variables keep is asked for once, of what nobody named and stays`() {
    let course = Self.run(Script(nil, others: nil), within: .milliseconds(300))
    #expect(Self.moments(of: .readKept, in: course) == [.microseconds(105_550)])
    let named = Self.run(Script(nil), within: .milliseconds(300))
    #expect(Self.moments(of: .readKept, in: named) == [])
    let short = Self.run(Script(others: nil), within: .milliseconds(100))
    #expect(Self.moments(of: .readKept, in: short) == [])
  }
}
