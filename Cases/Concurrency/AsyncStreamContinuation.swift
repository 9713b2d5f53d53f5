import LeakCatalogue

/// A sensor offers its readings as a stream, and stops measuring when nobody listens any more.
public enum AsyncStreamContinuation: Case {
  public static let id = "concurrency/async-stream-continuation"
  public static let question =
    "Does a stream that I store keep what its termination handler captures?"

  @MainActor
  final class Sensor {
    let readings: AsyncStream<Int>
    let continuation: AsyncStream<Int>.Continuation
    private var isMeasuring = false

    init() {
      (readings, continuation) = AsyncStream.makeStream()
    }

    func start() {
      isMeasuring = true
      continuation.onTermination = { _ in
        Task { await self.stop() }
      }
    }

    func startWeakly() {
      isMeasuring = true
      continuation.onTermination = { [weak self] _ in
        Task { await self?.stop() }
      }
    }

    private func stop() {
      isMeasuring = false
    }
  }

  public static var variants: [Variant] {
    [
      .leaking(
        "leaking",
        report: """
          AsyncStreamContinuation.Sensor leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

            ╭→ AsyncStreamContinuation.Sensor
            │    .continuation.storage
            │    closure #1 in AsyncStreamContinuation.Sensor.start()   AsyncStreamContinuation.swift:21
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            │    captures AsyncStreamContinuation.Sensor (self) strongly
            ╰─ AsyncStreamContinuation.Sensor

            Try [weak self] in the closure at AsyncStreamContinuation.swift:21. Or finish() the stream: until then it keeps onTermination and who reads it.
            pattern unfinished-stream (swift run leakcases show concurrency/async-stream-continuation)
            fingerprint 3a09006c
          """
      ) { @MainActor in
        let sensor = Sensor()
        sensor.start()
        sensor.continuation.yield(7)
        return sensor
      } sever: { @MainActor sensor in
        sensor.continuation.onTermination = nil
      },

      .fixed("finished") { @MainActor in
        var sensor = Sensor()
        sensor.start()
        sensor.continuation.finish()
        // The handler's own task has to let go of the sensor.
        while !isKnownUniquelyReferenced(&sensor) { await Task.yield() }
        return sensor
      },

      .fixed("fixed") { @MainActor in
        let sensor = Sensor()
        sensor.startWeakly()
        sensor.continuation.yield(7)
        return sensor
      },
    ]
  }

  public static let why = """
    A stream and its continuation share a buffer, and the buffer owns the termination handler. So the \
    sensor owns the handler, and a handler that uses `self` owns the sensor. The handler would be \
    dropped when the stream ends; but here the sensor itself stores the stream, so the stream is never \
    released, and without `finish()` it never ends.
    """

  public static let fix = """
    Capture self weakly in `onTermination`. Or call `finish()`, which drops the handler, where the object is told to stop.
    """

  public static let source: Source? = nil
}
