import LeakCatalogue

/// A continuation that is dropped without being resumed.
public enum DroppedContinuation: Case {
  public static let id = "concurrency/dropped-continuation"
  public static let question =
    "What becomes of a task when its continuation is forgotten?"

  @MainActor
  final class Camera {
    private(set) var isWaiting = false
    private(set) var photo: String?
    /// Only to make good what was forgotten: a number, which keeps nothing.
    private var forgotten: UInt?

    /// Asks the system, and loses the continuation when there is no permission.
    func take(hasPermission: Bool) -> Task<Void, Never> {
      Task {
        photo = await withUnsafeContinuation { continuation in
          isWaiting = true
          guard hasPermission else {
            forgotten = unsafeBitCast(continuation, to: UInt.self)
            return
          }
          continuation.resume(returning: "plum.jpg")
        }
      }
    }

    /// Resumes in each case.
    func takeAnswering(hasPermission: Bool) -> Task<Void, Never> {
      Task {
        photo = await withUnsafeContinuation { continuation in
          isWaiting = true
          continuation.resume(returning: hasPermission ? "plum.jpg" : nil)
        }
      }
    }

    func resume() {
      guard let forgotten else { return }
      unsafeBitCast(forgotten, to: UnsafeContinuation<String?, Never>.self).resume(returning: nil)
      self.forgotten = nil
    }
  }

  public static let variants: [Variant] = [
    .held(
      "forgotten",
      report: """
        DroppedContinuation.Camera is held: 1 instance is kept alive by an unfinished Task that waits for a continuation that probably nothing can resume any more in closure #1 in DroppedContinuation.Camera.take(hasPermission:), DroppedContinuation.swift:19.

          ╭─ a continuation
          │    closure #1 in DroppedContinuation.Camera.take(hasPermission:)   DroppedContinuation.swift:18
          │       captures DroppedContinuation.Camera (self) strongly
          ╰→ DroppedContinuation.Camera

          Resume the continuation exactly once on every path, also when the work is cancelled.
          fingerprint 687a9f0f
        """
    ) { @MainActor in
      let camera = Camera()
      _ = camera.take(hasPermission: false)
      while !camera.isWaiting { await Task.yield() }
      return camera
    } sever: { @MainActor camera in
      camera.resume()
    },
    .fixed("resumed-in-each-case") { @MainActor in
      let camera = Camera()
      await camera.takeAnswering(hasPermission: false).value
      return camera
    },
  ]

  public static let why = """
    A suspended task is kept alive by nothing but itself until it is resumed, and only the continuation can resume it. When \
    the continuation is gone, the task stays forever, with the camera that its closure captured.
    """
  public static let fix = """
    Resume on every path, the early ones too. A checked continuation that is dropped prints `SWIFT TASK CONTINUATION MISUSE`, \
    which helps to find the path, but it does not resume its task.
    """
  public static let source: Source? = Source(
    author: "John McCall, Joe Groff, Doug Gregor and Konrad Malawski",
    title: "SE-0300: Continuations for interfacing async tasks with synchronous code")
}
