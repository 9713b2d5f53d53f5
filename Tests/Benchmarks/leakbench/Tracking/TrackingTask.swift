import BenchmarkWorkloads
import Foundation
import LeakTesting

/// Checks of objects that go, in a process of their own.
struct TrackingTask: ChildTask {
  var rounds: Int
  /// How many objects each contender checks in each round.
  var count: Int

  /// Ways to check that an object goes.
  enum Contender: CaseIterable {
    case weakVariable
    case expectDeallocated
    case trackForLeaks
  }

  /// The contenders that check nothing but what they are given: the time of an empty scope, and of the same without.
  enum ScopeContender: CaseIterable {
    case noScope
    case expectNoLeaks
  }

  struct Outcome: Codable, Sendable {
    /// Nanoseconds for each object, by round and contender.
    var checks: [[Double]]
    /// Nanoseconds for each scope.
    var scopes: [[Double]]
    /// How often the process gave up its processor by itself during a thousand checks of objects that go.
    var waits: Int
    /// What the process held before its first scope, and when its last was closed.
    var resources: [ResourceUse?]
  }

  func run() async throws -> Outcome {
    // By then the task's executor has what it needs of threads and descriptors.
    try await Task.sleep(for: .milliseconds(100))
    let resources = Self.resourcesAroundScope()
    let count = self.count
    let checks = await Comparison(of: Contender.allCases, rounds: rounds) { contender in
      Self.nanoseconds(count) { Self.check(count, by: contender) }
    }
    let scopes = await Comparison(of: ScopeContender.allCases, rounds: rounds) { contender in
      Self.nanoseconds(count) { Self.open(count, as: contender) }
    }
    let before = Self.waits
    Self.check(1000, by: .expectDeallocated)
    return Outcome(
      checks: checks.rounds, scopes: scopes.rounds, waits: Self.waits - before,
      resources: resources)
  }

  private static func resourcesAroundScope() -> [ResourceUse?] {
    let before = ResourceUse.current
    open(100, as: .expectNoLeaks)
    check(100, by: .trackForLeaks)
    return [before, ResourceUse.current]
  }

  private static func nanoseconds(_ count: Int, of body: () -> Void) -> Double {
    ContinuousClock().measure(body).inNanoseconds / Double(count)
  }

  /// How many objects are tracked in one check.
  private static let batch = 100

  private static func check(_ count: Int, by contender: Contender) {
    switch contender {
    case .weakVariable:
      for number in 0..<count { precondition(isGone(number)) }
    case .expectDeallocated:
      for number in 0..<count { expectDeallocated { makeSubject(number) } }
    case .trackForLeaks:
      for _ in 0..<max(1, count / batch) {
        expectDeallocated {
          for number in 0..<batch { trackForLeaks(makeSubject(number)) }
        }
      }
    }
  }

  private static func open(_ count: Int, as contender: ScopeContender) {
    for number in 0..<count {
      switch contender {
      case .noScope: use(makeSubject(number))
      case .expectNoLeaks: expectNoLeaks { use(makeSubject(number)) }
      }
    }
  }

  /// The check that people write by hand.
  @inline(never)
  private static func isGone(_ number: Int) -> Bool {
    weak var reference: Subject?
    do {
      let subject = makeSubject(number)
      reference = subject
      use(subject)
    }
    return reference == nil
  }

  private static var waits: Int { rusage.ofThisProcess.ru_nvcsw }
}

/// What is checked.
private final class Subject {
  let number: Int

  init(_ number: Int) {
    self.number = number
  }
}

@inline(never)
private func makeSubject(_ number: Int) -> Subject { Subject(number) }

@inline(never)
private func use(_ subject: Subject) { precondition(subject.number >= 0) }
