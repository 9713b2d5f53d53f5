import Dispatch
import LeakBase
import LeakDeciding
import LeakExplaining

/// Objects each of which is to have gone at a time, all behind one timer.
final class WatchList: Sendable {
  static let shared = WatchList()

  private struct Entry: Sendable {
    let object: TrackedObject
    let report: @Sendable (Leak) -> Void
  }

  private let entries = VisibleMutex(DueQueue<Entry>())
  private let opening = SuspendingClock.now
  // A source may be used from any thread. Its protocol does not say so on Linux.
  nonisolated(unsafe) private let timer: any DispatchSourceTimer

  private init() {
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "leak-testing watch"))
    timer.setEventHandler { Self.shared.serve() }
    timer.schedule(deadline: .distantFuture)
    timer.activate()
  }

  /// The time since the list was made.
  private var time: Duration { SuspendingClock.now - opening }

  /// Calls `report` if `object` is there when `grace` has passed.
  func add(
    _ object: TrackedObject, within grace: Duration, _ report: @escaping @Sendable (Leak) -> Void
  ) {
    let due = time + max(.zero, grace)
    entries.withLock { entries in
      let isNext = entries.next.map { due < $0 } ?? true
      entries.insert(Entry(object: object, report: report), due: due)
      if isNext { schedule(due) }
    }
  }

  /// Lets the timer fire at `due`, or a little later.
  private func schedule(_ due: Duration) {
    timer.schedule(
      deadline: .now() + max(.zero, due - time).dispatchInterval, leeway: .milliseconds(10))
  }

  /// Tells of what is due and has not gone.
  private func serve() {
    let time = time
    let due = entries.withLock { entries in
      var due: [Entry] = []
      while let entry = entries.removeFirst(dueAt: time) { due.append(entry) }
      if let next = entries.next { schedule(next) }
      return due
    }
    let alive = due.filter(\.object.isAlive)
    if alive.isEmpty { return }
    // One look at the heap tells of all of them.
    Task.detached {
      let objects = alive.map(\.object)
      let verdicts = await LeakCheck.verdicts(on: objects, within: .zero)
      for (entry, verdict) in zip(alive, verdicts) {
        let report = LeakReport(on: [entry.object], verdicts: [verdict])
        for leak in report.leaks { entry.report(leak.withoutValues) }
      }
    }
  }
}

extension Leak {
  /// The same without what was read of values: the host of a request, the label of a queue, the name of a thread.
  fileprivate var withoutValues: Leak {
    guard case .held(let holders) = verdict else { return self }
    var leak = self
    leak.verdict = .held(by: holders.map(\.withoutValues))
    return leak
  }
}

extension Holder {
  fileprivate var withoutValues: Holder {
    guard case .place(var place, let path) = kind else { return self }
    place.host = nil
    place.thread = nil
    if [.pendingBlock, .queueValue].contains(place.kind) { place.name = nil }
    return .place(place, path: path)
  }
}
