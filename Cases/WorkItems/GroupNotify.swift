import Dispatch
import LeakCatalogue

/// A dispatch group that reports when several loads have finished.
public enum GroupNotify: Case {
  public static let id = "work-items/group-notify"
  public static let question =
    "Does `group.notify` need `[weak self]` when the group is a local constant?"

  /// Something that loads; it keeps every completion until it calls it.
  final class Loader {
    private var completions: [() -> Void] = []

    func load(completion: @escaping () -> Void) {
      completions.append(completion)
    }

    func finish() {
      let finished = completions
      completions = []
      for completion in finished { completion() }
    }
  }

  final class Dashboard: @unchecked Sendable {
    let news = Loader()
    let weather = Loader()
    var isComplete = false

    func loadStrongly() {
      loadAll().notify(queue: .global()) { self.isComplete = true }
    }

    func loadWeakly() {
      loadAll().notify(queue: .global()) { [weak self] in self?.isComplete = true }
    }

    /// Starts both loads; the group is empty when both have finished.
    private func loadAll() -> DispatchGroup {
      let group = DispatchGroup()
      for loader in [news, weather] {
        group.enter()
        loader.load { group.leave() }
      }
      return group
    }

    /// Finishes both loads in a second, from elsewhere, as a network would.
    func finishSoon() {
      for loader in [news, weather] {
        // Nobody else uses the loaders meanwhile.
        nonisolated(unsafe) let loader = loader
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { loader.finish() }
      }
    }
  }

  public static let variants: [Variant] = [
    .late(
      "strong-self", atLeast: .seconds(1),
      report: """
        GroupNotify.Dashboard went late, held meanwhile by a block that waits for a DispatchGroup which is not left (closure #1 in GroupNotify.Dashboard.loadStrongly()).
        """
    ) {
      let dashboard = Dashboard()
      dashboard.loadStrongly()
      dashboard.finishSoon()
      return dashboard
    },
    .leaking(
      "never-left",
      report: """
        GroupNotify.Dashboard leaked: 1 instance is kept alive by a retain cycle of 4 strong references.

          ╭→ GroupNotify.Dashboard
          │    .weather: GroupNotify.Loader
          │    .completions[0]
          │    closure #1 in GroupNotify.Dashboard.loadAll()   GroupNotify.swift:43
          │       captures group: DispatchGroup strongly
          │    closure #1 in GroupNotify.Dashboard.loadStrongly()   GroupNotify.swift:31
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    probably captures GroupNotify.Dashboard (self) strongly
          ╰─ GroupNotify.Dashboard

          Try [weak self] in the closure at GroupNotify.swift:31. The group keeps the closure until every enter() has had its leave().
          pattern group-notification (swift run leakcases show work-items/group-notify)
          fingerprint b3512ce7
        """
    ) {
      let dashboard = Dashboard()
      dashboard.loadStrongly()
      dashboard.news.finish()
      return dashboard
    } sever: { dashboard in
      dashboard.weather.finish()
    },
    .fixed("weak-self") {
      let dashboard = Dashboard()
      dashboard.loadWeakly()
      dashboard.finishSoon()
      return dashboard
    },
  ]

  public static let why = """
    The group keeps the notification block until every `enter` is balanced by a `leave`, and a group with a block to run \
    keeps itself alive. So the dashboard is freed when the last load has finished: late, but by itself. One `leave` that \
    is never called keeps the block and the dashboard forever. The memory of a dispatch group has no types, so the \
    report says that the block probably captures the dashboard; the retain count allows for such a reference.
    """
  public static let fix = """
    Call `leave()` on every path: see `work-items/group-never-left`. Add `[weak self]` if the dashboard need not \
    outlive the loads.
    """
  public static let source: Source? = Source(
    author: "Donny Wals", title: "Sequencing tasks with DispatchGroup")
}
