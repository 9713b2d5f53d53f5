import Dispatch
import LeakCatalogue

/// A request that is tried again, a little later each time.
public enum RetryChain: Case {
  public static let id = "requests/retry-chain"
  public static let question = "How long does a chain of retries keep me alive?"

  final class Uploader: @unchecked Sendable {
    private(set) var attempts = 0
    private var retry: (() -> Void)?
    private let queue = DispatchQueue(label: "Uploader")

    /// Tries, and after a failure tries again in 0.1, 0.2 and 0.4 seconds. There is no server: each attempt fails.
    func uploadStrongly(retryingAfter delay: Double = 0.1) {
      attempts += 1
      guard delay < 0.5 else { return }
      queue.asyncAfter(deadline: .now() + delay) {
        self.uploadStrongly(retryingAfter: 2 * delay)
      }
    }

    func uploadWeakly(retryingAfter delay: Double = 0.1) {
      attempts += 1
      guard delay < 0.5 else { return }
      queue.asyncAfter(deadline: .now() + delay) { [weak self] in
        self?.uploadWeakly(retryingAfter: 2 * delay)
      }
    }

    /// Leaves it to a button to try again.
    func uploadOfferingRetry() {
      attempts += 1
      retry = { self.uploadOfferingRetry() }
    }

    func uploadOfferingRetryWeakly() {
      attempts += 1
      retry = { [weak self] in self?.uploadOfferingRetryWeakly() }
    }

    func tapRetry() {
      retry?()
    }

    func giveUp() {
      retry = nil
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "stored-retry",
      report: """
        RetryChain.Uploader leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ RetryChain.Uploader
          │    .retry
          │    closure #1 in RetryChain.Uploader.uploadOfferingRetry()   RetryChain.swift:34
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures RetryChain.Uploader (self) strongly
          ╰─ RetryChain.Uploader

          Try [weak self] in the closure at RetryChain.swift:34.
          pattern stored-closure (swift run leakcases show closures/stored-closure)
          fingerprint b6fd881b
        """
    ) {
      let uploader = Uploader()
      uploader.uploadOfferingRetry()
      uploader.tapRetry()
      return uploader
    } sever: { uploader in
      uploader.giveUp()
    },
    .late("strong-self", atLeast: .milliseconds(700)) {
      let uploader = Uploader()
      uploader.uploadStrongly()
      return uploader
    },
    .fixed("weak-self") {
      let uploader = Uploader()
      uploader.uploadWeakly()
      return uploader
    },
    .fixed("stored-weak-retry") {
      let uploader = Uploader()
      uploader.uploadOfferingRetryWeakly()
      uploader.tapRetry()
      return uploader
    },
    .fixed("given-up") {
      let uploader = Uploader()
      uploader.uploadOfferingRetry()
      uploader.tapRetry()
      uploader.giveUp()
      return uploader
    },
  ]

  public static let why = """
    Each closure of the chain keeps the uploader for its delay, and makes the next closure: the uploader is late by the sum of \
    all delays, which grow. There is no cycle, and the chain ends. There is a cycle as soon as the uploader stores the closure \
    that tries again: each attempt then replaces the closure with another one that captured the uploader.
    """
  public static let fix = """
    Write `[weak self]` if the upload may be given up with the uploader, which then goes without waiting for a delay; if it \
    must be tried to the end, being late is right. In a closure that is stored, write `[weak self]`, or clear it when the work \
    is given up.
    """
  public static let source: Source? = nil
}
