import Dispatch
import LeakCatalogue

/// A dispatch source that fires as a timer, with a handler that uses its owner.
public enum SourceTimer: Case {
  public static let id = "work-items/source-timer"
  public static let question =
    "Does the event handler of a `DispatchSourceTimer` that I store need `[weak self]`?"

  final class Poller: @unchecked Sendable {
    var polls = 0
    private var source: (any DispatchSourceTimer)?

    func startStrongly() {
      start { self.polls += 1 }
    }

    func startWeakly() {
      start { [weak self] in self?.polls += 1 }
    }

    /// Calls `handler` every minute from the next hour on.
    private func start(_ handler: @escaping @Sendable () -> Void) {
      let source = DispatchSource.makeTimerSource(queue: .global())
      source.schedule(deadline: .now() + 3600, repeating: 60)
      source.setEventHandler(handler: handler)
      source.activate()
      self.source = source
    }

    func stop() {
      source?.cancel()
      source = nil
    }

    deinit {
      stop()
    }
  }

  public static let variants: [Variant] = [
    .held(
      "strong-self",
      report: """
        SourceTimer.Poller is held: 1 instance is kept alive by a dispatch timer that fires every 60 s (closure #1 in SourceTimer.Poller.startStrongly()).

          ╭─ a dispatch timer
          │    closure #1 in SourceTimer.Poller.startStrongly()   SourceTimer.swift:15
          │       captures SourceTimer.Poller (self) strongly
          ╰→ SourceTimer.Poller

          cancel() the source when it is no longer needed, or write [weak self] in its event handler.
          pattern dispatch-timer (swift run leakcases show work-items/source-timer)
          fingerprint 5afdb25d
        """
    ) {
      let poller = Poller()
      poller.startStrongly()
      return poller
    } sever: { poller in
      poller.stop()
    },
    .fixed("weak-self-and-cancel") {
      let poller = Poller()
      poller.startWeakly()
      return poller
    },
    .fixed("cancelled") {
      var poller = Poller()
      poller.startStrongly()
      poller.stop()
      // The source lets go on a queue of the system's.
      while !isKnownUniquelyReferenced(&poller) { await Task.yield() }
      return poller
    },
  ]

  public static let why = """
    An active timer source fires and keeps its handlers until it is cancelled or its last reference goes. Here the last \
    reference never goes: the poller stores the source, and the source's handler captured the poller. Only the poller's \
    `deinit` would cancel the source: that never runs. The handler could still cancel the source, so the poller is held, not \
    leaked.
    """
  public static let fix = """
    Write `[weak self]` in the event handler, and `cancel()` the source in `deinit`. Where there is a clear end, cancel there \
    instead: cancelling makes the source let go of its handlers.
    """
  public static let source: Source? = nil
}
