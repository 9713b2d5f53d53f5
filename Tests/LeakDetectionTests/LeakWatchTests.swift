import LeakTesting
import Testing

@testable import LeakDetection

/// The state machine, driven by a clock that jumps.
@Suite(.leakFree) struct LeakWatchTests {
  /// A subject whose answers are read off a script, and a record of how often it was asked.
  private final class Script {
    /// When the object goes.
    var goes: Duration?
    /// What a look at the heap says from this time on, in order of time.
    var judgements: [(from: Duration, Judgement)] = []
    var now = Duration.zero
    var looks: [Duration] = []

    init(goes: Duration? = nil, _ judgements: [(from: Duration, Judgement)] = []) {
      self.goes = goes
      self.judgements = judgements
    }

    var subject: LeakWatch.Subject {
      LeakWatch.Subject(
        isAlive: { self.goes.map { self.now < $0 } ?? true },
        look: {
          self.looks.append(self.now)
          return self.judgements.last { $0.from <= self.now }?.1 ?? .inconclusive("no script")
        })
    }
  }

  private static let path = RetainPath(
    start: "Shop.Node",
    steps: [.property(.init(owner: "Shop.Node", path: "next", target: "Shop.Node"))], suspect: 0,
    advice: "Try weak var on Node.next.", references: [])

  /// Drives a watch to its end, and gives the verdicts and the pauses between its steps.
  private static func run(
    _ scripts: [Script], within grace: Duration, obstacle: String? = nil
  ) -> (verdicts: [Verdict?], pauses: [Duration]) {
    var watch = LeakWatch(scripts.map(\.subject), within: grace, obstacle: obstacle)
    var now = Duration.zero
    var pauses: [Duration] = []
    while let pause = watch.advance(at: now) {
      pauses.append(pause)
      now += pause
      for script in scripts { script.now = now }
    }
    return (watch.verdicts, pauses)
  }

  @Test func `An object that is gone is neither looked at nor waited for`() {
    let script = Script(goes: .zero)
    let result = Self.run([script], within: .seconds(1))
    #expect(result.verdicts == [.deinitialized])
    #expect(result.pauses == [])
    #expect(script.looks == [])
  }

  @Test func `A final proof is not waited for`() {
    let script = Script([(.zero, .proven(Self.path, isFinal: true))])
    let result = Self.run([script], within: .seconds(1))
    #expect(result.verdicts == [.leaked(Self.path)])
    #expect(result.pauses == [])
    #expect(script.looks == [.zero])
  }

  @Test func `A provisional proof is waited for, with doubling pauses up to the deadline`() {
    let script = Script([(.zero, .proven(Self.path, isFinal: false))])
    let result = Self.run([script], within: .milliseconds(500))
    #expect(result.verdicts == [.leaked(Self.path)])
    #expect(
      result.pauses
        == [50, 100, 200, 400, 800, 1600, 3200, 6400, 12800, 25600, 51200].map(
          Duration.microseconds)
        + [.milliseconds(100), .milliseconds(100), .milliseconds(100)] + [.microseconds(97_650)])
    #expect(
      script.looks
        == [0, 1550, 6350, 25_550, 102_350, 302_350, 500_000].map(Duration.microseconds))
  }

  @Test func `An object that goes while it is waited for is late`() {
    let script = Script(goes: .microseconds(300), [(.zero, .held(1, unread: []))])
    let result = Self.run([script], within: .seconds(1))
    #expect(result.verdicts == [.late(after: .microseconds(350))])
    #expect(result.pauses == [50, 100, 200].map(Duration.microseconds))
  }

  @Test func `What has become final ends the wait`() {
    let script = Script([
      (.zero, .held(1, unread: [])), (.milliseconds(1), .proven(Self.path, isFinal: true)),
    ])
    let result = Self.run([script], within: .seconds(1))
    #expect(result.verdicts == [.leaked(Self.path)])
    #expect(result.pauses == [50, 100, 200, 400, 800].map(Duration.microseconds))
  }

  @Test func `What is held at the deadline is held`() {
    let script = Script([(.zero, .held(2, unread: []))])
    #expect(Self.run([script], within: .zero).verdicts == [.held(by: [.unknown(2)])])
    #expect(script.looks == [.zero])
  }

  @Test func `A look without an answer is repeated at the deadline`() {
    let script = Script([(.zero, .inconclusive("the graph changed while it was read"))])
    let result = Self.run([script], within: .microseconds(100))
    #expect(result.verdicts == [.inconclusive("the graph changed while it was read")])
    #expect(script.looks == [0, 100, 100, 100].map(Duration.microseconds))
  }

  @Test func `An obstacle makes everything but a final proof inconclusive`() {
    let scripts = [
      Script(goes: .zero), Script(goes: .microseconds(40)),
      Script([(.zero, .proven(Self.path, isFinal: true))]),
      Script([(.zero, .proven(Self.path, isFinal: false))]),
      Script([(.zero, .held(1, unread: []))]),
    ]
    let result = Self.run(scripts, within: .microseconds(100), obstacle: "nothing can run")
    #expect(
      result.verdicts == [
        .deinitialized, .late(after: .microseconds(50)), .leaked(Self.path),
        .inconclusive("nothing can run"), .inconclusive("nothing can run"),
      ])
  }

  @Test func `All objects share one deadline`() {
    let scripts = (0..<3).map { _ in Script([(.zero, .held(1, unread: []))]) }
    let result = Self.run(scripts, within: .milliseconds(1))
    #expect(result.verdicts == Array(repeating: .held(by: [.unknown(1)]), count: 3))
    #expect(result.pauses.reduce(.zero, +) == .milliseconds(1))
  }

  @Test func `Nothing to watch is nothing to wait for`() {
    #expect(Self.run([], within: .seconds(1)).pauses == [])
  }
}
