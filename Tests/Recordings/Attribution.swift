import Foundation
import LeakHeapReading
import LeakHeapRecording
import Synchronization

/// Parallel tests that leak, each a type of its own, so that an object given to the wrong one shows.
enum Attribution {
  /// A class for each test: `Leaking<Test<Test<Test<Zero>>>>`, and so on.
  protocol Marker: SendableMetatype {}
  enum Zero: Marker {}
  enum Test<Inner: Marker>: Marker {}
  final class Leaking<Owner: Marker>: Node {}

  /// What the repetitions of all tests come to.
  private struct Tally {
    var mostOpen = 0
    var expected = 0
    var found = 0
    var misattributed = 0
    var outside = 0
    var outsideFound = 0
  }

  /// A test that leaks seven objects in its scope and three in none.
  private struct Subject<Owner: Marker>: Sendable {
    let typeName = _typeName(Leaking<Owner>.self, qualified: true)

    @Sendable func leak() { Leaking<Owner>().leak() }

    @Sendable func leakByClosure() {
      let object = Leaking<Owner>()
      object.handler = { object.next = nil }
    }

    func run() async {
      leak()
      for _ in 0..<50 { _ = Leaking<Owner>() }
      await Task.yield()
      leakByClosure()
      async let first: Void = leak()
      await withTaskGroup(of: Void.self) { group in
        group.addTask { leak() }
        group.addTask {
          try? await Task.sleep(for: .microseconds(100))
          leak()
        }
      }
      await first
      await Task { await MainActor.run { leak() } }.value
      await Worker().work(leak)
    }

    func runOutside() async {
      await Task.detached { leak() }.value
      await withCheckedContinuation { done in
        DispatchQueue.global().async {
          leak()
          done.resume()
        }
      }
      await withCheckedContinuation { done in
        Thread {
          leak()
          done.resume()
        }.start()
      }
    }
  }

  private actor Worker {
    func work(_ body: @Sendable () -> Void) async {
      await Task.yield()
      body()
    }
  }

  private static let tally = Mutex(Tally())

  private static func repeatTest<Owner: Marker>(_ subject: Subject<Owner>, times: Int) async {
    for _ in 0..<times {
      let scope = openScope(subject.typeName)
      await scope.run { await subject.run() }
      await scope.run { await subject.runOutside() }
      let open = AllocationRecorder.openScopeCount
      let instances = scope.survivors().filter { $0.type.kind == .instance }
      let pooled = scope.pooled().filter { $0.object.type.name == subject.typeName }
      // Nobody's: of this repetition are those that only later scopes and this one may own.
      let own = pooled.filter { $0.scopes.contains { $0.id == scope.id } }
      tally.withLock { tally in
        tally.mostOpen = max(tally.mostOpen, open)
        tally.expected += 7
        tally.found += instances.count { $0.type.name == subject.typeName }
        tally.misattributed += instances.count { $0.type.name != subject.typeName }
        tally.outside += 3
        tally.outsideFound += own.count
      }
      scope.close()
    }
  }

  /// Adds a test for `owner`, and as many more, to the group.
  private static func add<Owner: Marker>(
    _ owner: Owner.Type, count: Int, times: Int, to group: inout TaskGroup<Void>
  ) {
    guard count > 0 else { return }
    group.addTask { await repeatTest(Subject<Owner>(), times: times) }
    add(Test<Owner>.self, count: count - 1, times: times, to: &group)
  }

  static func run(_ arguments: [String]) async {
    let tests = 16
    let times = arguments.first.flatMap { Int($0) } ?? 50
    // The suite's scope stays open, as a test framework's does, and owns nothing that its tests allocate.
    let suite = openScope("suite")
    await withTaskGroup(of: Void.self) { group in
      add(Zero.self, count: tests, times: times, to: &group)
    }
    let rest = suite.survivors().filter { $0.type.kind == .instance }.count
    let tally = tally.withLock { $0 }
    print(
      "\(tests) parallel tests × \(times) repetitions, up to \(tally.mostOpen) scopes open at once:",
      "\(tally.found) of \(tally.expected) leaks found, \(tally.misattributed + rest) misattributed;",
      "\(tally.outsideFound) of \(tally.outside) allocated in no scope pooled with their test")
    suite.close()
  }
}
