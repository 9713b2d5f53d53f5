import LeakCatalogue
import Synchronization

/// Streams that a process-wide object hands out.
public enum StreamOfSingleton: Case {
  public static let id = "concurrency/stream-of-a-singleton"
  public static let question =
    "Who ends a loop over a stream that comes from a singleton?"

  final class Network: Sendable {
    static let shared = Network()

    private let listeners = Mutex<[Int: AsyncStream<Bool>.Continuation]>([:])
    private let lastID = Mutex(0)

    /// Whether there is a connection, now and whenever it changes. A stream that nobody reads any more is forgotten.
    func connections() -> AsyncStream<Bool> {
      AsyncStream { continuation in
        let id = lastID.withLock { id in
          id += 1
          return id
        }
        listeners.withLock { $0[id] = continuation }
        continuation.onTermination = { [weak self] _ in
          _ = self?.listeners.withLock { $0.removeValue(forKey: id) }
        }
        continuation.yield(true)
      }
    }

    /// Ends all streams.
    func finish() {
      for continuation in listeners.withLock({ $0.values.map(\.self) }) { continuation.finish() }
    }
  }

  @MainActor
  final class Banner {
    private(set) var isConnected: Bool?
    private var task: Task<Void, Never>?

    /// The task belongs to nobody: the stream is to go on.
    func followStrongly() {
      Task {
        for await isConnected in Network.shared.connections() { self.isConnected = isConnected }
      }
    }

    func followWeakly() {
      task = Task { [weak self] in
        for await isConnected in Network.shared.connections() { self?.isConnected = isConnected }
      }
    }

    /// Comes back when the first value is there.
    func waitForValue() async {
      while isConnected == nil { await Task.yield() }
    }

    deinit {
      task?.cancel()
    }
  }

  public static let variants: [Variant] = [
    .held(
      "strong-self",
      report: """
        StreamOfSingleton.Banner is held: 1 instance is kept alive by an unfinished Task that waits for the next element of a stream in closure #1 in StreamOfSingleton.Banner.followStrongly(), StreamOfSingleton.swift:45.

          ╭─ an unfinished Task
          │    closure #1 in StreamOfSingleton.Banner.followStrongly()   StreamOfSingleton.swift:44
          │       captures StreamOfSingleton.Banner (self) strongly
          ╰→ StreamOfSingleton.Banner

          It goes when the task has finished. cancel() the task if that ends it, end what it waits for, or write [weak self] in its closure. A guard let above an await keeps it as well, and so does a method of its own that awaits.
          pattern unfinished-task (swift run leakcases show concurrency/task-in-init)
          fingerprint 1776d2d6
        """
    ) { @MainActor in
      let banner = Banner()
      banner.followStrongly()
      await banner.waitForValue()
      return banner
    } sever: { @MainActor banner in
      Network.shared.finish()
    }.saying(
      "Task, suspended in", insteadOf: "Task that waits for the next element of a stream in"),
    .fixed("weak-self") { @MainActor in
      let banner = Banner()
      banner.followWeakly()
      await banner.waitForValue()
      return banner
    },
    .fixed("finished") { @MainActor in
      var banner = Banner()
      banner.followStrongly()
      await banner.waitForValue()
      Network.shared.finish()
      while !isKnownUniquelyReferenced(&banner) { await Task.yield() }
      return banner
    },
  ]

  public static let why = """
    The singleton keeps the continuation of each stream, and through it the task that waits for the next value. The task keeps \
    the banner. Nobody ends that stream: it is meant to last as long as the process.
    """
  public static let fix = """
    Write `[weak self]` in the task, with `self?` in the loop, and cancel the task in `deinit`. \
    Or let the singleton finish its streams where there is a clear end.
    """
  public static let source: Source? = nil
}
