import HeapReading

/// Reads the process for checks, on a thread of the kit's own and with a reader of its own: neither the host's threads
/// nor the checks that need no reading wait for it.
final class ReadingDesk: Sendable {
  /// What is to be read, and who is told.
  enum Request: Sendable {
    /// Which objects waiting cannot change.
    case settled(CheckedObjects, @Sendable ([Int]) -> Void)
    /// What holds the objects at the moment.
    case holders(CheckedObjects, @Sendable ([Int: [Holder]]) -> Void)
    /// Why the objects that are still there are.
    case last(CheckedObjects, @Sendable (CheckReading) -> Void)
  }

  private let requests = VisibleMutex<[Request]>([])
  private let reader = HeapReader()
  private let thread = WorkerThread("leak-testing read")

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
    let asked = requests.compactMap { request in
      if case .settled(let check, let tell) = request { (check, tell) } else { nil }
    }
    if asked.isEmpty { return }
    let answers = CheckReading.settled(in: asked.map(\.0), by: reader)
    for (request, answer) in zip(asked, answers) { request.1(answer) }
  }

  private func serveHolders(_ requests: [Request]) {
    for case .holders(let check, let tell) in requests {
      tell(HolderSearch.holders(among: check, by: reader))
    }
  }

  private func serveLast(_ requests: [Request]) {
    let asked = requests.compactMap { request in
      if case .last(let check, let tell) = request { (check, tell) } else { nil }
    }
    if asked.isEmpty { return }
    let answers = CheckReading.read(asked.map(\.0), by: reader)
    for (request, answer) in zip(asked, answers) { request.1(answer) }
  }
}
