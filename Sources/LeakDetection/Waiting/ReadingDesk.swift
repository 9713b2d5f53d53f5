import HeapReading

/// Reads the process for checks, on a thread of the kit's own and with a reader of its own: neither the host's threads
/// nor the checks that need no reading wait for it.
final class ReadingDesk: Sendable {
  /// What is to be read, and who is told.
  enum Request: Sendable {
    /// Which named objects waiting cannot change. Of the others the check is told itself.
    case settled(CheckedObjects, @Sendable ([Int]) -> Void)
    /// What holds the named objects at the moment.
    case holders(CheckedObjects, @Sendable ([Int: [Holder]]) -> Void)
    /// Why the objects that are still there are.
    case last(CheckedObjects, @Sendable (CheckReading) -> Void)
  }

  private let requests = VisibleMutex<[Request]>([])
  private let reader = HeapReader()
  private let thread = WorkerThread("leak-testing read")
  private let excuses = VisibleMutex(ExcuseBudget())

  /// Reads it together with what else was asked for by then.
  func submit(_ request: Request) {
    requests.withLock { $0.append(request) }
    thread.wake {
      self.serve()
      return nil
    }
  }

  private func serve() {
    let requests = self.requests.withLock { requests in
      defer { requests = [] }
      return requests
    }
    if requests.isEmpty { return }
    // What may spare others their wait comes first.
    serveSettled(requests)
    serveHolders(requests)
    serveLast(requests)
  }

  private func serveSettled(_ requests: [Request]) {
    var asked: [(check: CheckedObjects, tell: @Sendable ([Int]) -> Void)] = []
    for case .settled(let check, let tell) in requests where check.remain {
      asked.append((check, tell))
    }
    if asked.isEmpty { return }
    let checks = asked.map(\.check)
    excuse(checks)
    for (request, settled) in zip(asked, CheckReading.settled(in: checks, by: reader)) {
      request.tell(settled)
    }
  }

  /// Spares the checks the wait for what variables keep that outlive the test.
  private func excuse(_ checks: [CheckedObjects]) {
    let checks = checks.filter { $0.others?.remain ?? false }
    let now = SuspendingClock.now
    guard !checks.isEmpty, excuses.withLock({ $0.allowsReading(at: now) }) else { return }
    KeptObjects.settle(in: checks, by: reader)
    let end = SuspendingClock.now
    excuses.withLock { $0.note(from: now, to: end) }
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

/// How often variables are read before a grace has passed: no more than a tenth of the time goes into it.
private struct ExcuseBudget {
  private var next: SuspendingClock.Instant?

  func allowsReading(at now: SuspendingClock.Instant) -> Bool { next.map { $0 <= now } ?? true }

  mutating func note(from start: SuspendingClock.Instant, to end: SuspendingClock.Instant) {
    next = end + (end - start) * 9
  }
}
