import LeakCatalogue

/// A closure as an enumeration's payload: there is a cycle only while that case is set.
public enum ClosureInEnum: Case {
  public static let id = "closures/closure-in-enum"
  public static let question = "Can a closure in an enumeration's payload close a cycle?"

  enum State {
    case idle
    case downloading(progress: Double, onProgress: (Double) -> Void)
    case finished(bytes: Int)
  }

  final class Download {
    var fraction = 0.0
    var state = State.idle

    func startStrongly() {
      state = .downloading(progress: 0, onProgress: { fraction in self.fraction = fraction })
    }

    func startWeakly() {
      state = .downloading(
        progress: 0, onProgress: { [weak self] fraction in self?.fraction = fraction })
    }

    func report(_ fraction: Double) {
      if case .downloading(_, let onProgress) = state {
        onProgress(fraction)
      }
    }

    func finish() {
      state = .finished(bytes: 4096)
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        ClosureInEnum.Download leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ ClosureInEnum.Download
          │    .state.downloading.onProgress
          │    closure #1 in ClosureInEnum.Download.startStrongly()   ClosureInEnum.swift:19
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures ClosureInEnum.Download (self) strongly
          ╰─ ClosureInEnum.Download

          Try [weak self] in the closure at ClosureInEnum.swift:19. Or leave the case that keeps it when it is done.
          pattern closure-in-enum (swift run leakcases show closures/closure-in-enum)
          fingerprint 039fc88a
        """
    ) {
      let download = Download()
      download.startStrongly()
      download.report(0.5)
      return download
    } sever: { download in
      download.state = .idle
    },
    .fixed("weak-self") {
      let download = Download()
      download.startWeakly()
      download.report(0.5)
      return download
    },
    .fixed("state-moved-on") {
      let download = Download()
      download.startStrongly()
      download.report(0.5)
      download.finish()
      return download
    },
  ]

  public static let why = """
    An enumeration owns the payload of the case that it is in. While the download is `downloading`, its \
    `state` holds the closure, and the closure holds the download. Once the state moves on, the payload is \
    released, and so a download that finishes never leaks; one that is abandoned half way does.
    """
  public static let fix = """
    Write `[weak self]` in the closure. Do not rely on the next state to come: a download that is abandoned \
    half way never reaches it.
    """
  public static let source: Source? = nil
}
