import HeapReading

/// Reads the process for checks, on a thread of the kit's own and with a reader of its own: neither the host's threads
/// nor the checks that need no reading wait for it.
final class ReadingDesk: Sendable {
  /// What is to be read, and who is told.
  enum Request: Sendable {
    /// Which named objects waiting cannot change. Of the others the check is told itself.
    case settled(CheckedObjects, @Sendable ([Int]) -> Void)
    /// Which of the objects that nobody named variables keep that outlive the test; the check is told itself. That can wait.
    case kept(CheckedObjects)
    /// What holds the named objects at the moment.
    case holders(CheckedObjects, @Sendable ([Int: [Holder]]) -> Void)
    /// Why the objects that are still there are.
    case last(CheckedObjects, @Sendable (CheckReading) -> Void)
  }

  private let requests = VisibleMutex<[Request]>([])
  private let reader = HeapReader()
  private let thread = WorkerThread("leak-testing read")
  private let excuses = VisibleMutex(Excuses())

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
    serveSettled(requests)
    serveHolders(requests)
    serveLast(requests)
    return serveKept(requests)
  }

  private func serveSettled(_ requests: [Request]) {
    var asked: [(check: CheckedObjects, tell: @Sendable ([Int]) -> Void)] = []
    for case .settled(let check, let tell) in requests where check.remain {
      asked.append((check, tell))
    }
    if asked.isEmpty { return }
    let checks = asked.map(\.check)
    for (request, settled) in zip(asked, CheckReading.settled(in: checks, by: reader)) {
      request.tell(settled)
    }
  }

  /// Spares the checks the wait for what variables keep that outlive the test, as soon as that may be read again.
  private func serveKept(_ requests: [Request]) -> Duration? {
    let now = SuspendingClock.now
    let (due, pause) = excuses.withLock { excuses in
      for case .kept(let check) in requests { excuses.waiting.append(check) }
      return excuses.takeDue(at: now)
    }
    guard !due.isEmpty else { return pause }
    KeptObjects.settle(in: due, by: reader)
    let end = SuspendingClock.now
    return excuses.withLock { excuses in
      excuses.note(from: now, to: end)
      return excuses.takeDue(at: end).pause
    }
  }

  private func serveHolders(_ requests: [Request]) {
    for case .holders(let check, let tell) in requests {
      tell(HolderSearch.holders(among: check, by: reader))
    }
  }

  private func serveLast(_ requests: [Request]) {
    var asked: [(check: CheckedObjects, tell: @Sendable (CheckReading) -> Void)] = []
    for case .last(let check, let tell) in requests { asked.append((check, tell)) }
    if asked.isEmpty { return }
    let answers = CheckReading.read(asked.map(\.check), by: reader)
    for (request, answer) in zip(asked, answers) { request.tell(answer) }
  }
}

/// Checks of which is asked what variables keep. No more than a tenth of the time goes into that before a grace has passed.
private struct Excuses {
  var waiting: [CheckedObjects] = []
  private var next: SuspendingClock.Instant?

  /// The checks that are to be served now, or how long until they are.
  mutating func takeDue(at now: SuspendingClock.Instant) -> (
    checks: [CheckedObjects], pause: Duration?
  ) {
    waiting.removeAll { !$0.othersRemain || $0.isOver() }
    if waiting.isEmpty { return ([], nil) }
    if let next, next > now { return ([], next - now) }
    defer { waiting = [] }
    return (waiting, nil)
  }

  mutating func note(from start: SuspendingClock.Instant, to end: SuspendingClock.Instant) {
    next = end + (end - start) * 9
  }
}
