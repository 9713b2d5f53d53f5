import Dispatch
import LeakCatalogue

/// A dispatch source with an event handler and a cancel handler.
public enum SourceCancelHandler: Case {
  public static let id = "work-items/source-cancel-handler"
  public static let question =
    "Does the cancel handler of a source need `[weak self]`, when the event handler has it?"

  /// What the source reads from, and has to be closed when the source has ended.
  final class Pipe: @unchecked Sendable {
    private(set) var isOpen = true

    func close() {
      isOpen = false
    }
  }

  final class Reader: @unchecked Sendable {
    let pipe = Pipe()
    let queue = DispatchQueue(label: "Reader")
    private var source: (any DispatchSourceUserDataAdd)?
    private(set) var bytes: UInt = 0

    func readStrongly() {
      read { self.pipe.close() }
    }

    func readCapturingPipe() {
      read { [pipe] in pipe.close() }
    }

    func readWeakly() {
      read { [weak self] in self?.pipe.close() }
    }

    private func read(onCancel close: @escaping @Sendable () -> Void) {
      let source = DispatchSource.makeUserDataAddSource(queue: queue)
      source.setEventHandler { [weak self] in self?.bytes += 1 }
      source.setCancelHandler(handler: close)
      source.activate()
      self.source = source
    }

    /// Reads nothing until it is resumed.
    func pause() {
      source?.suspend()
    }

    func resume() {
      source?.resume()
    }

    func cancel() {
      source?.cancel()
      source = nil
    }

    deinit {
      cancel()
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "strong-self",
      report: """
        SourceCancelHandler.Reader leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ SourceCancelHandler.Reader
          │    .source: DispatchSource
          │    closure #1 in SourceCancelHandler.Reader.readStrongly()   SourceCancelHandler.swift:26
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    probably captures SourceCancelHandler.Reader (self) strongly
          ╰─ SourceCancelHandler.Reader

          Let the closure at SourceCancelHandler.swift:26 capture what it ends, [pipe], and not self: with a weak capture it would do nothing when self has gone. Or cancel() the source: only then, and only when it is not suspended, does it free its handlers.
          pattern dispatch-source-handler (swift run leakcases show work-items/source-cancel-handler)
          fingerprint 1a3c873b
        """
    ) {
      let reader = Reader()
      reader.readStrongly()
      return reader
    } sever: { reader in
      reader.cancel()
    },
    .fixed("captured-pipe") {
      let reader = Reader()
      reader.readCapturingPipe()
      return reader
    },
    .fixed("cancelled") {
      var reader = Reader()
      reader.readStrongly()
      reader.cancel()
      // The source lets go on its queue.
      while !isKnownUniquelyReferenced(&reader) { await Task.yield() }
      return reader
    },
    // What ends the process is the case itself: it has no object that would tell what is wrong.
    .crashing("weak-self-closes-nothing", message: "Nobody closed the pipe.") {
      func abandoned() -> (Pipe, DispatchQueue) {
        let reader = Reader()
        reader.readWeakly()
        return (reader.pipe, reader.queue)
      }
      let (pipe, queue) = abandoned()
      // The cancel handler has run before what comes after it on the queue.
      await withCheckedContinuation { done in queue.async { done.resume() } }
      if pipe.isOpen { fatalError("Nobody closed the pipe.") }
    },
    .leaking(
      "suspended",
      report: """
        SourceCancelHandler.Reader leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ SourceCancelHandler.Reader
          │    .source: DispatchSource
          │    closure #1 in SourceCancelHandler.Reader.readStrongly()   SourceCancelHandler.swift:26
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    probably captures SourceCancelHandler.Reader (self) strongly
          ╰─ SourceCancelHandler.Reader

          Call resume() on the source, and cancel() when it is no longer needed: it is suspended, or was never activated, and keeps its handlers, cancelled or not. A weak capture alone will not do: releasing a suspended source ends the process.
          pattern dispatch-source-handler (swift run leakcases show work-items/source-cancel-handler)
          fingerprint 1a3c873b
        """
    ) {
      let reader = Reader()
      reader.readStrongly()
      reader.pause()
      return reader
    } sever: { reader in
      reader.resume()
      reader.cancel()
    },
    .fixed("resumed-and-cancelled") {
      var reader = Reader()
      reader.readStrongly()
      reader.pause()
      reader.resume()
      reader.cancel()
      // The source lets go on its queue.
      while !isKnownUniquelyReferenced(&reader) { await Task.yield() }
      return reader
    },
  ]

  public static let why = """
    A source keeps both handlers, the event handler and the cancel handler, from the start until it has been cancelled. The reader \
    is supposed to cancel the source in `deinit`, but the cancel handler keeps the reader, so `deinit` is never reached.
    """
  public static let fix = """
    Capture what has to be closed, `[pipe]`, instead of the reader. `[weak self]` would be wrong here: when `deinit` cancels \
    the source there is no reader any more, and nothing would be closed. The variant that does so finds the pipe open, and ends \
    the process itself to say so. A suspended source keeps its handlers even when it is cancelled: resume it as well.
    """
  public static let source: Source? = nil
}
