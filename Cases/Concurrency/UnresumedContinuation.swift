import LeakCatalogue

/// A dialog waits in a task for the answer to its question.
public enum UnresumedContinuation: Case {
  public static let id = "concurrency/unresumed-continuation"
  public static let question = "What is kept alive when a continuation is never resumed?"

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
      .leaking(
        "never-resumed",
        report: """
          UnresumedContinuation.Dialog leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

            ╭→ UnresumedContinuation.Dialog
            │    .prompt: UnresumedContinuation.Prompt
            │    .answer: Task
            │    closure #1 in UnresumedContinuation.Dialog.open()   UnresumedContinuation.swift:32
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            │    probably captures UnresumedContinuation.Dialog (self) strongly
            ╰─ UnresumedContinuation.Dialog

            Call resume() on the continuation on every path: until then its task keeps the UnresumedContinuation.Dialog. Try [weak self] in the closure at UnresumedContinuation.swift:32. A guard let self above an await keeps it as well, and so does a method of self that awaits.
            pattern unresumed-continuation (swift run leakcases show concurrency/unresumed-continuation)
            fingerprint 4466f281
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

      .leaking(
        "cancelled",
        report: """
          UnresumedContinuation.Dialog leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

            ╭→ UnresumedContinuation.Dialog
            │    .prompt: UnresumedContinuation.Prompt
            │    .answer: Task
            │    closure #1 in UnresumedContinuation.Dialog.open()   UnresumedContinuation.swift:32
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            │    probably captures UnresumedContinuation.Dialog (self) strongly
            ╰─ UnresumedContinuation.Dialog

            Call resume() on the continuation on every path: until then its task keeps the UnresumedContinuation.Dialog. Try [weak self] in the closure at UnresumedContinuation.swift:32. A guard let self above an await keeps it as well, and so does a method of self that awaits.
            pattern unresumed-continuation (swift run leakcases show concurrency/unresumed-continuation)
            fingerprint 4466f281
          """
      ) { @MainActor in
        let dialog = Dialog()
        let question = dialog.open()
        while !dialog.prompt.isAsking { await Task.yield() }
        question.cancel()
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
    A task that awaits a continuation is suspended until the continuation is resumed, and a suspended task \
    keeps everything that its closure captured: here the dialog, which is to store the answer. Nothing else \
    ends such a task: neither dropping it nor cancelling it, since a continuation does not notice \
    cancellation. Only an object that has the continuation can end the wait. Here that object is the prompt, \
    which the dialog itself keeps: the cycle is closed. A suspended task's memory has no types, so the report says what \
    the task probably keeps; the retain count allows for such a reference.
    """

  public static let fix = """
    Resume the continuation on every path: closing the dialog is one, too.
    """

  public static let source: Source? = Source(
    author: "John McCall, Joe Groff, Doug Gregor and Konrad Malawski",
    title: "SE-0300: Continuations for interfacing async tasks with synchronous code")
}
