import Foundation
import LeakCatalogue

/// An operation's completion block looks at what its operation has done.
public enum OperationCompletionBlock: Case {
  public static let id = "observers/operation-completion-block"
  public static let question = "May a completion block use the operation that it completes?"

  final class Upload: Operation, @unchecked Sendable {
    private(set) var bytes = 0

    override func main() {
      bytes = 512
    }

    /// Reports through the operation itself.
    func reportCompletion() {
      completionBlock = {
        log(self.bytes)
      }
    }

    func reportCompletionWeakly() {
      completionBlock = { [weak self] in
        log(self?.bytes ?? 0)
      }
    }
  }

  static func log(_ bytes: Int) {
    _ = "\(bytes) bytes sent"
  }

  /// Runs an upload, and gives it back when the thread that runs its completion block has let go of it.
  ///
  /// Waits a second at most: a block that keeps its operation never lets go.
  static func finishedUpload(_ prepare: (Upload) -> Void) async -> Upload {
    var upload = Upload()
    prepare(upload)
    upload.start()
    var attempts = 0
    while !isKnownUniquelyReferenced(&upload), attempts < 1000 {
      try? await Task.sleep(for: .milliseconds(1))
      attempts += 1
    }
    return upload
  }

  public static var variants: [Variant] {
    [
      .leaking(
        "never-started",
        report: """
          OperationCompletionBlock.Upload leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

            ╭→ OperationCompletionBlock.Upload
            │    .completionBlock
            │    closure #1 in OperationCompletionBlock.Upload.reportCompletion()
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            │    captures OperationCompletionBlock.Upload (self) strongly
            │       OperationCompletionBlock.swift:18
            ╰─ OperationCompletionBlock.Upload

            Try [weak self] in the closure at OperationCompletionBlock.swift:18. Or set completionBlock to nil when it is no longer needed.
            pattern operation-completion-block (swift run leakcases show observers/operation-completion-block)
            fingerprint d37a71c0
          """
      ) {
        let upload = Upload()
        upload.reportCompletion()
        return upload
      } sever: { upload in
        upload.completionBlock = nil
      },

      finishedOperation,

      .fixed("cleared") {
        let upload = Upload()
        upload.reportCompletion()
        upload.completionBlock = nil
        return upload
      },

      .fixed("weak-operation") {
        await finishedUpload { $0.reportCompletionWeakly() }
      },
    ]
  }

  /// Only Apple's Foundation drops the block when it has been called.
  private static var finishedOperation: Variant {
    #if canImport(Darwin)
      .fixed("finished") {
        await finishedUpload { $0.reportCompletion() }
      }
    #else
      .leaking(
        "finished",
        report: """
          OperationCompletionBlock.Upload leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

            ╭→ OperationCompletionBlock.Upload
            │    .completionBlock
            │    closure #1 in OperationCompletionBlock.Upload.reportCompletion()
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            │    captures OperationCompletionBlock.Upload (self) strongly
            │       OperationCompletionBlock.swift:18
            ╰─ OperationCompletionBlock.Upload

            Try [weak self] in the closure at OperationCompletionBlock.swift:18. Or set completionBlock to nil when it is no longer needed.
            pattern operation-completion-block (swift run leakcases show observers/operation-completion-block)
            fingerprint d37a71c0
          """
      ) {
        let upload = Upload()
        upload.reportCompletion()
        upload.start()
        return upload
      } sever: { upload in
        upload.completionBlock = nil
      }
    #endif
  }

  public static let why = """
    The operation owns its completion block, and the block owns what it captures; an operation that \
    is captured there keeps itself alive. Until the operation has run, this is so on every platform. \
    Apple's Foundation sets the block to nil after calling it; Foundation on Linux does not, and there \
    the cycle remains after the run.
    """

  public static let fix = """
    Capture the operation weakly in its completion block, or set the block to nil when it is no longer needed.
    """

  public static let source: Source? = nil
}
