import Foundation
import LeakCatalogue

/// A thread that is made in advance and stored.
public enum StoredThread: Case {
  public static let id = "concurrency/stored-thread"
  public static let question = "Does a `Thread` that I store keep me alive?"

  final class Sampler: @unchecked Sendable {
    var samples = 0
    var thread: Thread?

    func prepareStrongly() {
      thread = Thread { self.samples += 1 }
    }

    func prepareWeakly() {
      thread = Thread { [weak self] in self?.samples += 1 }
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "not-started",
      report: """
        StoredThread.Sampler leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ StoredThread.Sampler
          │    .thread: Thread
          │    closure #1 in StoredThread.Sampler.prepareStrongly()   StoredThread.swift:14
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures StoredThread.Sampler (self) strongly
          ╰─ StoredThread.Sampler

          Try [weak self] in the closure at StoredThread.swift:14. Or let go of the thread: it keeps its closure, before it runs and after.
          pattern stored-thread (swift run leakcases show concurrency/stored-thread)
          fingerprint 2bd944f5
        """
    ) {
      let sampler = Sampler()
      sampler.prepareStrongly()
      return sampler
    } sever: { sampler in
      sampler.thread = nil
    },
    .leaking(
      "finished",
      report: """
        StoredThread.Sampler leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ StoredThread.Sampler
          │    .thread: Thread
          │    closure #1 in StoredThread.Sampler.prepareStrongly()   StoredThread.swift:14
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures StoredThread.Sampler (self) strongly
          ╰─ StoredThread.Sampler

          Try [weak self] in the closure at StoredThread.swift:14. Or let go of the thread: it keeps its closure, before it runs and after.
          pattern stored-thread (swift run leakcases show concurrency/stored-thread)
          fingerprint 2bd944f5
        """
    ) {
      let sampler = Sampler()
      sampler.prepareStrongly()
      sampler.thread?.start()
      while sampler.thread?.isFinished == false { try await Task.sleep(for: .milliseconds(1)) }
      return sampler
    } sever: { sampler in
      sampler.thread = nil
    },
    .fixed("cleared-when-finished") {
      let sampler = Sampler()
      sampler.prepareStrongly()
      sampler.thread?.start()
      while sampler.thread?.isFinished == false { try await Task.sleep(for: .milliseconds(1)) }
      sampler.thread = nil
      return sampler
    },
    .fixed("weak-self") {
      let sampler = Sampler()
      sampler.prepareWeakly()
      return sampler
    },
  ]

  public static let why = """
    A thread owns its block for its whole lifetime, even before it starts and after it has ended.
    """
  public static let fix = """
    Write `[weak self]` in the block, or set the property to nil when the thread has ended.
    """
  public static let source: Source? = nil
}
