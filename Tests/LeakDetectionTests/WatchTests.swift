import Dispatch
import Foundation
import LeakTesting
import Synchronization
import TestOrder
import Testing

/// Objects that are watched without any test around them.
@Suite(.slow, .leakFree) struct WatchTests {
  /// An object that may keep itself.
  final class Session: @unchecked Sendable {
    var myself: Session?
  }

  /// What watches have told, and how to wait for it.
  private final class Told: Sendable {
    /// The sessions that keep themselves, to be severed: without a reference to them, which would hold them.
    private struct Leaked {
      weak var session: Session?
    }

    private let leaked = Mutex<[Leaked]>([])
    private let leaks = Mutex<[Leak]>([])
    private let stream = AsyncStream.makeStream(of: Void.self)

    func note(_ leak: Leak) {
      leaks.withLock { $0.append(leak) }
      stream.continuation.yield()
    }

    func noteLeaked(_ session: Session) {
      leaked.withLock { $0.append(Leaked(session: session)) }
    }

    /// Lets go of the sessions that keep themselves.
    func sever() {
      for session in leaked.withLock({ $0.compactMap(\.session) }) { session.myself = nil }
    }

    var count: Int { leaks.withLock(\.count) }

    /// The leaks when there are `count`.
    func leaks(_ count: Int) async -> [Leak] {
      var told = 0
      for await _ in stream.stream {
        told += 1
        if told == count { break }
      }
      return leaks.withLock(\.self)
    }
  }

  /// Watches a session that goes, unless it `leaks`. Not inlined, so that nothing of it is in a frame of the caller's.
  @inline(never)
  private static func watch(
    leaks: Bool, within grace: Duration = .milliseconds(20), label: String? = nil, _ told: Told
  ) {
    let session = Session()
    if leaks {
      session.myself = session
      told.noteLeaked(session)
    }
    LeakDetector.watch(session, untilDeinitWithin: grace, label: label) { told.note($0) }
  }

  static let kept = Mutex<[Session]>([])

  @inline(never)
  private static func watchKept(_ told: Told) {
    let session = Session()
    kept.withLock { $0.append(session) }
    LeakDetector.watch(session, untilDeinitWithin: .milliseconds(20)) { told.note($0) }
  }

  @Test func `What is still there is told, and what has gone is not`() async {
    let told = Told()
    defer { told.sever() }
    Self.watch(leaks: false, label: "gone", told)
    // Due later than the other, which is therefore told of before or never.
    Self.watch(leaks: true, within: .milliseconds(80), label: "stays", told)
    let leaks = await told.leaks(1)
    #expect(leaks.map(\.label) == ["stays"])
    #expect(leaks.first?.path?.references.map(\.label) == [".myself"])
    #expect(leaks.first?.location.fileID.hasSuffix("WatchTests.swift") == true)
  }

  @Test func `What holds it is told`() async {
    let told = Told()
    Self.watchKept(told)
    let leaks = await told.leaks(1)
    Self.kept.withLock { $0 = [] }
    #expect(leaks.first?.description.contains("kept alive by static WatchTests.kept") == true)
  }

  @Test func `Neither hosts nor labels are told`() async {
    let told = Told()
    let queue = DispatchQueue(label: "secret of 4711")
    queue.suspend()
    Self.submit(to: queue, told)
    let leaks = await told.leaks(1)
    queue.resume()
    #expect(leaks.first?.description.contains("a block that waits on a dispatch queue") == true)
    #expect(leaks.first?.description.contains("4711") == false)
  }

  @inline(never)
  private static func submit(to queue: DispatchQueue, _ told: Told) {
    let session = Session()
    queue.async { withExtendedLifetime(session) {} }
    LeakDetector.watch(session, untilDeinitWithin: .milliseconds(20)) { told.note($0) }
  }

  @Test func `Many are watched at once, from any thread and actor`() async {
    let told = Told()
    defer { told.sever() }
    await withTaskGroup { group in
      for number in 0..<100 {
        group.addTask {
          Self.watch(
            leaks: number.isMultiple(of: 10), within: .milliseconds(number), label: "\(number)",
            told)
        }
      }
    }
    await MainActor.run { Self.watch(leaks: true, label: "main", told) }
    let labels = await told.leaks(11).compactMap(\.label)
    #expect(Set(labels) == Set((0..<10).map { "\($0 * 10)" } + ["main"]))
    #expect(labels.count == 11)
  }

  @Test func `One that is due earlier than all others is told first`() async {
    let told = Told()
    defer { told.sever() }
    // What it would tell is kept until then.
    LeakDetector.watch(Session(), untilDeinitWithin: .seconds(3600)) { _ in }
    Self.watch(leaks: true, within: .nanoseconds(1), label: "first", told)
    #expect(await told.leaks(1).map(\.label) == ["first"])
  }

  #if !canImport(Darwin)
    @Test(.aheadOfOthers) func `Nothing is watched where it is switched off`() async throws {
      let result = try await #require(
        processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
      ) {
        setenv("LEAK_TESTING", "off", 1)
        let told = Told()
        Self.watch(leaks: true, within: .zero, told)
        try await Task.sleep(for: .milliseconds(300))
        print("told of \(told.count)")
      }
      let output = String(decoding: result.standardOutputContent, as: UTF8.self)
      #expect(output.contains("told of 0"))
      let error = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(error.contains("LEAK_TESTING=off: leak checks are switched off."))
    }
  #endif
}
