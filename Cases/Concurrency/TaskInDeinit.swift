import LeakCatalogue

/// A session says goodbye to its server when it goes.
public enum TaskInDeinit: Case {
  public static let id = "concurrency/task-in-deinit"
  public static let question = "May `deinit` call a method that starts a task?"

  @MainActor
  final class Server {
    private(set) var goodbyes = 0

    nonisolated init() {}

    func goodbye() {
      goodbyes += 1
    }
  }

  final class Session: Sendable {
    enum Capture { case strong, weak, part }

    private let server = Server()
    private let capture: Capture

    init(_ capture: Capture) {
      self.capture = capture
    }

    private func close() {
      switch capture {
      case .strong:
        // The task captures the session, which is already going.
        Task { @MainActor in self.server.goodbye() }
      case .weak:
        // The reference is `nil` already, and nobody says goodbye.
        Task { @MainActor [weak self] in self?.server.goodbye() }
      case .part:
        // The task captures only what it needs.
        Task { @MainActor [server] in server.goodbye() }
      }
    }

    deinit {
      close()
    }
  }

  /// Opens a session and lets it go. If it could see what a session is, an optimised build would make it on the stack.
  @inline(never)
  static func visit(_ open: () -> Session) {
    _ = open()
  }

  public static let variants: [Variant] = [
    .crashing(
      "captured-self",
      message: """
        Object 0x… of class Session deallocated with non-zero retain count 2. This object's deinit, or something called from it, \
        may have created a strong reference to self which outlived deinit, resulting in a dangling reference.
        """
    ) { @MainActor in
      visit { Session(.strong) }
    },
    .fixed("weak-self") { @MainActor in
      Session(.weak)
    },
    .fixed("captured-part") { @MainActor in
      Session(.part)
    },
  ]

  public static let why = """
    Once `deinit` has begun, nothing can keep the object any more: when `deinit` ends, its memory is freed, whoever has \
    taken a reference meanwhile. The task took one. The runtime notices the count that is left over and ends the process; \
    otherwise the task would use memory that is no longer the session. With a weak reference nothing is said to the server: in \
    `deinit` it is already `nil`.
    """
  public static let fix = """
    Capture what the task needs instead of `self`, or give the object a method that ends it, which is called before it goes. If \
    only an actor's isolation is missing, and the object is on that actor, write `isolated deinit` (Swift 6.2), which needs no task.
    """
  public static let source: Source? = nil
}
