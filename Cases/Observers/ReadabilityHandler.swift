import Foundation
import LeakCatalogue

/// A handler for what comes in at a file handle.
public enum ReadabilityHandler: Case {
  public static let id = "observers/readability-handler"
  public static let question =
    "Does a file handle's `readabilityHandler` let go at the end of the file?"

  /// Collects what another process writes.
  final class Transcript: @unchecked Sendable {
    private let pipe = Pipe()
    private let read = DispatchSemaphore(value: 0)
    private let lock = NSLock()
    private var data = Data()

    func readStrongly() {
      pipe.fileHandleForReading.readabilityHandler = { handle in
        self.add(handle.availableData)
      }
    }

    func readWeakly() {
      pipe.fileHandleForReading.readabilityHandler = { [weak self] handle in
        guard let self, self.add(handle.availableData) else {
          handle.readabilityHandler = nil
          return
        }
      }
    }

    func readToTheEnd() {
      pipe.fileHandleForReading.readabilityHandler = { handle in
        if !self.add(handle.availableData) { handle.readabilityHandler = nil }
      }
    }

    /// Adds what has come in; returns whether there was anything, which is not so at the end.
    @discardableResult
    private func add(_ more: Data) -> Bool {
      lock.withLock { data += more }
      read.signal()
      return !more.isEmpty
    }

    func write(_ text: String) {
      pipe.fileHandleForWriting.write(Data(text.utf8))
      read.wait()
    }

    /// Ends the file, and returns when the handler has been told so.
    func end() {
      try? pipe.fileHandleForWriting.close()
      read.wait()
    }

    func stop() {
      pipe.fileHandleForReading.readabilityHandler = nil
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "ended",
      report: """
        ReadabilityHandler.Transcript leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ ReadabilityHandler.Transcript
          │    .pipe: Pipe
          │    closure #1 in ReadabilityHandler.Transcript.readStrongly()   ReadabilityHandler.swift:18
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures ReadabilityHandler.Transcript (self) strongly
          ╰─ ReadabilityHandler.Transcript

          Try [weak self] in the closure at ReadabilityHandler.swift:18. The ReadabilityHandler.Transcript keeps the Pipe that stores it.
          pattern callback-of-a-part (swift run leakcases show owners/flow-controller)
          fingerprint a2624139
        """
    ) {
      let transcript = Transcript()
      transcript.readStrongly()
      transcript.write("Hello")
      transcript.end()
      return transcript
    } sever: { transcript in
      transcript.stop()
    },
    .held(
      "strong-self",
      report: """
        ReadabilityHandler.Transcript is held: 1 instance is kept alive by the readabilityHandler of a FileHandle (closure #1 in ReadabilityHandler.Transcript.readStrongly()).

          ╭─ a FileHandle's readabilityHandler
          │    closure #1 in ReadabilityHandler.Transcript.readStrongly()   ReadabilityHandler.swift:18
          │       captures ReadabilityHandler.Transcript (self) strongly
          ╰→ ReadabilityHandler.Transcript

          Set the readabilityHandler to nil when it is no longer needed, or write [weak self] in it.
          fingerprint b090cad9
        """
    ) {
      let transcript = Transcript()
      transcript.readStrongly()
      transcript.write("Hello")
      return transcript
    } sever: { transcript in
      transcript.stop()
    },
    .fixed("weak-self") {
      var transcript = Transcript()
      transcript.readWeakly()
      transcript.write("Hello")
      // The handler is about to return, on a queue of its own.
      while !isKnownUniquelyReferenced(&transcript) { await Task.yield() }
      return transcript
    },
    .fixed("cleared-at-the-end") {
      var transcript = Transcript()
      transcript.readToTheEnd()
      transcript.write("Hello")
      transcript.end()
      // The handler is about to return, on a queue of its own.
      while !isKnownUniquelyReferenced(&transcript) { await Task.yield() }
      return transcript
    },
  ]

  public static let why = """
    The file handle keeps its handler until there is another one or none. At the end of the file the handler is called with no \
    data, and it stays; where the end can be read again, it may be called over and over. The transcript keeps the file handle, the \
    file handle the handler, and the handler the transcript. As long as something may come in, the handler could still be taken \
    away, so the transcript is held; after the end it is leaked.
    """
  public static let fix = """
    Set `readabilityHandler` to `nil` in the handler when there is no data: that is the end. And write `[weak self]`, since a file \
    need not end. On Linux a `Process` keeps its `terminationHandler` in the same way, also when it has ended.
    """
  public static let source: Source? = Source(
    author: "Apple", title: "FileHandle: readabilityHandler")
}
