import Foundation
import LeakCatalogue

/// A progress that can be cancelled, with its cancellation handler.
public enum ProgressHandler: Case {
  public static let id = "requests/progress-handler"
  public static let question =
    "Does a `Progress` let go of its cancellation handler when the work is done?"

  final class Upload: @unchecked Sendable {
    let progress = Progress(totalUnitCount: 10)
    var isStopped = false

    func startStrongly() {
      progress.cancellationHandler = { self.isStopped = true }
    }

    func startWeakly() {
      progress.cancellationHandler = { [weak self] in self?.isStopped = true }
    }

    func finish() {
      progress.completedUnitCount = progress.totalUnitCount
      progress.cancellationHandler = nil
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        ProgressHandler.Upload leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ ProgressHandler.Upload
          │    .progress: Progress
          │    closure #1 in ProgressHandler.Upload.startStrongly()   ProgressHandler.swift:15
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures ProgressHandler.Upload (self) strongly
          ╰─ ProgressHandler.Upload

          Try [weak self] in the closure at ProgressHandler.swift:15. Or set the handler to nil when the work is done.
          pattern progress-handler (swift run leakcases show requests/progress-handler)
          fingerprint 4bde0113
        """
    ) {
      let upload = Upload()
      upload.startStrongly()
      upload.progress.completedUnitCount = 10
      return upload
    } sever: { upload in
      upload.progress.cancellationHandler = nil
    },
    .fixed("weak-self") {
      let upload = Upload()
      upload.startWeakly()
      return upload
    },
    .fixed("handler-cleared") {
      let upload = Upload()
      upload.startStrongly()
      upload.finish()
      return upload
    },
  ]

  public static let why = """
    A `Progress` keeps its cancellation handler as long as it lives, although nobody can cancel work that is done: \
    reaching the total does not make it let go of the handler. The upload keeps the progress, and the handler \
    captured the upload.
    """
  public static let fix = """
    Write `[weak self]` in the handler: an upload that has gone has nothing left to stop. Or set the handler to nil when \
    the work is done.
    """
  public static let source: Source? = nil
}
