import LeakBase
import LeakHeapReading

/// Reads the process for checks, on a thread of the kit's own and with a reader of its own: neither the host's threads
/// nor the checks that need no reading wait for it.
final class ReadingDesk: Sendable {
  /// What is to be read, and who is told.
  enum Request: Sendable {
    /// Which named objects waiting cannot change. Of the others the check is told itself.
    case settled(CheckedObjects, @Sendable ([Int]) -> Void)
    /// Which of the objects that nobody named variables keep that outlive the test; the check is told itself. That can wait.
    case kept(CheckedObjects)
    /// What holds the objects at the moment: the named ones, by their position, and those of the others that are asked about.
    case holders(CheckedObjects, @Sendable ([Int: any RecognizedHolder], [LateObject]) -> Void)
    /// Why the objects that are still there are.
    case last(CheckedObjects, @Sendable (CheckReading) -> Void)
  }

  private let requests = VisibleMutex<[Request]>([])
  private let reader = HeapReader()
  private let thread = WorkerThread("read")
  private let first = Ration<SettledRequest>()
  private let kept = Ration<CheckedObjects>()

  /// Reads it together with what else was asked for by then.
  func submit(_ request: Request) {
    requests.withLock { $0.append(request) }
    thread.wake { self.serve() }
  }

  /// Serves what has been asked for, and says how long until there is more to do.
  private func serve() -> Duration? {
    let requests = self.requests.withLock { requests in
      defer { requests = [] }
      return requests
    }
    // What may spare others their wait comes first.
    let pause = serveSettled(requests)
    serveHolders(requests)
    serveLast(requests)
    return [pause, serveKept(requests)].compactMap(\.self).min()
  }

  /// Spares the checks the wait for what waiting cannot change.
  private func serveSettled(_ requests: [Request]) -> Duration? {
    let new = requests.compactMap { request -> SettledRequest? in
      if case .settled(let check, let reply) = request { (check, reply) } else { nil }
    }
    return first.serve(new, while: \.check.remain) { due in
      let checks = due.map(\.check)
      for (request, settled) in zip(due, CheckReading.settled(in: checks, by: reader)) {
        request.reply(settled)
      }
    }
  }

  /// Spares the checks the wait for what variables keep that outlive the test, or what a transient root alone keeps.
  private func serveKept(_ requests: [Request]) -> Duration? {
    let new = requests.compactMap { if case .kept(let check) = $0 { check } else { nil } }
    return kept.serve(new, while: \.isAskedAboutOthers) { checks in
      KeptObjects.settle(in: checks, by: reader)
      CheckReading.dropTransientlyRetained(in: checks, by: reader)
    }
  }

  private func serveHolders(_ requests: [Request]) {
    let asked = requests.compactMap { request -> HoldersRequest? in
      if case .holders(let check, let reply) = request { (check, reply) } else { nil }
    }
    let answers = HolderQueries.answers(for: asked.map(\.check), by: reader)
    for (request, answer) in zip(asked, answers) { request.reply(answer.named, answer.others) }
  }

  private func serveLast(_ requests: [Request]) {
    var asked: [(check: CheckedObjects, reply: @Sendable (CheckReading) -> Void)] = []
    for case .last(let check, let reply) in requests { asked.append((check, reply)) }
    if asked.isEmpty { return }
    let answers = CheckReading.read(asked.map(\.check), by: reader)
    for (request, answer) in zip(asked, answers) { request.reply(answer) }
  }
}

extension CheckedObjects {
  /// Whether it matters what keeps those that nobody named.
  fileprivate var isAskedAboutOthers: Bool { othersRemain && !isOver() }
}

/// A check that waits, and what is done with the positions of the objects for which it need not.
private typealias SettledRequest = (check: CheckedObjects, reply: @Sendable ([Int]) -> Void)

/// A check that waits, and what is done with what holds its objects.
private typealias HoldersRequest = (
  check: CheckedObjects, reply: @Sendable ([Int: any RecognizedHolder], [LateObject]) -> Void
)

/// What is asked before a grace has passed. No more than a tenth of the time goes into it where more than a few ask together.
private final class Ration<Request: Sendable>: Sendable {
  private struct State {
    var waiting: [Request] = []
    var next: SuspendingClock.Instant?
  }

  private let state = VisibleMutex(State())

  /// Serves what was asked, or says how long until it may.
  func serve(
    _ new: [Request], while isAsked: (Request) -> Bool, by read: ([Request]) -> Void
  ) -> Duration? {
    let start = SuspendingClock.now
    let (due, pause) = state.withLock { state -> ([Request], Duration?) in
      state.waiting += new
      state.waiting.removeAll { !isAsked($0) }
      if state.waiting.isEmpty { return ([], nil) }
      if let next = state.next, next > start { return ([], next - start) }
      defer { state.waiting = [] }
      return (state.waiting, nil)
    }
    if due.isEmpty { return pause }
    read(due)
    let end = SuspendingClock.now
    state.withLock { $0.next = due.count > WaitingRoom.few ? end + (end - start) * 9 : nil }
    return nil
  }
}
