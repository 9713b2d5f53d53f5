import CaseCatalogue

/// A dialog waits in a task for the answer to its question.
public enum UnresumedContinuation: Case {
  public static let id = "concurrency/unresumed-continuation"
  public static let question = "What stays when a continuation is never resumed?"

  /// Turns the tap on a button into the result of an asynchronous call.
  @MainActor
  final class Prompt {
    private var answer: CheckedContinuation<Bool, Never>?

    var isAsking: Bool { answer != nil }

    func ask() async -> Bool {
      await withCheckedContinuation { answer = $0 }
    }

    func reply(_ value: Bool) {
      answer?.resume(returning: value)
      answer = nil
    }
  }

  @MainActor
  final class Dialog {
    let prompt = Prompt()
    private var isConfirmed = false

    /// Asks, and remembers the answer.
    func open() -> Task<Void, Never> {
      Task {
        let answer = await prompt.ask()
        self.isConfirmed = answer
      }
    }

    /// Takes the dialog away, and forgets that a task still waits for the answer.
    func close() {
      isConfirmed = false
    }

    /// Takes the dialog away, which is an answer too.
    func closeAnswering() {
      isConfirmed = false
      prompt.reply(false)
    }
  }

  public static var variants: [Variant] {
    [
      .held(
        "never-resumed",
        report: """
          UnresumedContinuation.Dialog is held: 1 instance is kept alive by 1 reference from outside the objects it reaches.

            Something outside still owns it: a pending block, a timer, a running task, a global, \
          or a variable still in scope. End that work or clear that variable before the check, or \
          allow more time.
            Could not read: the task behind a continuation. The reference may be in there.
          """
      ) { @MainActor in
        let dialog = Dialog()
        _ = dialog.open()
        while !dialog.prompt.isAsking { await Task.yield() }
        dialog.close()
        return dialog
      } sever: { @MainActor dialog in
        dialog.prompt.reply(false)
      },

      .fixed("resumed-on-close") { @MainActor in
        let dialog = Dialog()
        let question = dialog.open()
        while !dialog.prompt.isAsking { await Task.yield() }
        dialog.closeAnswering()
        await question.value
        return dialog
      },
    ]
  }

  public static let why = """
    A task that awaits a continuation is suspended until it is resumed, and a suspended task keeps \
    all that its closure captured: here the dialog that is to remember the answer. Nothing else ends \
    such a task. Dropping it does not, and neither does cancelling it, since a continuation does not \
    know of cancellation. The memory of a suspended task is not read yet, so the report counts its \
    reference and does not name it.
    """

  public static let fix = """
    Resume the continuation exactly once on every way out: on an answer, on closing, on cancellation.
    """

  public static let source: Source? = nil
}
