import LeakCatalogue

/// Work in a task, with something to be done at its end.
public enum DetachedTask: Case {
  public static let id = "concurrency/detached-task"
  public static let question =
    "Does `Task.detached` or a `defer` change how long a task keeps `self`?"

  actor Importer {
    private(set) var isBusy = false

    /// Nobody waits for the task, and no actor is inherited.
    nonisolated func importDetached() {
      Task.detached {
        await self.setBusy(true)
        try? await Task.sleep(for: .seconds(1))
        await self.setBusy(false)
      }
    }

    /// `run()` sets `isBusy` to false on every way out.
    nonisolated func importWithGuard() {
      Task { [weak self] in
        guard let self else { return }
        await run()
      }
    }

    nonisolated func importWeakly() {
      Task { [weak self] in
        await self?.setBusy(true)
        try? await Task.sleep(for: .seconds(1))
        await self?.setBusy(false)
      }
    }

    private func run() async {
      isBusy = true
      defer { isBusy = false }
      try? await Task.sleep(for: .seconds(1))
    }

    private func setBusy(_ isBusy: Bool) {
      self.isBusy = isBusy
    }
  }

  /// Waits until the importer's task has begun.
  static func busy(_ importer: Importer) async -> Importer {
    while await !importer.isBusy { await Task.yield() }
    return importer
  }

  public static let variants: [Variant] = [
    .late(
      "detached", atLeast: .seconds(1),
      report: """
        DetachedTask.Importer went late, held meanwhile by an unfinished Task that sleeps in closure #1 in DetachedTask.Importer.importDetached(), DetachedTask.swift:16.
        """
    ) {
      let importer = Importer()
      importer.importDetached()
      return await busy(importer)
    },
    .late(
      "guard-and-defer", atLeast: .seconds(1),
      report: """
        DetachedTask.Importer went late, held meanwhile by the variable self of closure #1 in DetachedTask.Importer.importWithGuard(), DetachedTask.swift:24, in an unfinished Task that sleeps.
        """
    ) {
      let importer = Importer()
      importer.importWithGuard()
      return await busy(importer)
    },
    .fixed("weak-self") {
      let importer = Importer()
      importer.importWeakly()
      return await busy(importer)
    },
  ]

  public static let why = """
    A detached task is detached from the actor and from the task that made it, not from what its closure captured: it keeps \
    its captures like any other task. A `defer` captures nothing, but a running method needs its object until it ends, and \
    the `defer` block is a part of the method.
    """
  public static let fix = """
    There is no leak to fix. Use `self?` before and after a wait if the object should not have to stay alive for it; \
    the work at the end is then done without the object, or not at all.
    """
  public static let source: Source? = nil
}
