import LeakCatalogue

/// A draft saves itself a moment after the last change, in a task that ends by itself.
public enum OneShotTask: Case {
  public static let id = "concurrency/one-shot-task"
  public static let question = "Does a task that ends by itself need a weak self?"

  @MainActor
  final class Draft {
    private var saves = 0

    func saveSoon() {
      Task {
        try? await Task.sleep(for: .seconds(1))
        self.save()
      }
    }

    func saveSoonWeakly() {
      Task { [weak self] in
        try? await Task.sleep(for: .seconds(1))
        self?.save()
      }
    }

    private func save() {
      saves += 1
    }
  }

  public static var variants: [Variant] {
    [
      .late(
        "late", atLeast: .seconds(1),
        report: """
          OneShotTask.Draft went late, held meanwhile by an unfinished Task that sleeps in closure #1 in OneShotTask.Draft.saveSoon(), OneShotTask.swift:14.
          """
      ) { @MainActor in
        let draft = Draft()
        draft.saveSoon()
        return draft
      },

      .fixed("fixed") { @MainActor in
        let draft = Draft()
        draft.saveSoonWeakly()
        return draft
      },
    ]
  }

  public static let why = """
    The task owns the draft until it is done, and then lets go of it: no leak, but the draft stays as \
    long as the task works. Here that may even be what is wanted, since the last change is saved. \
    With a weak self the draft goes at once, and the task finds nothing to save.
    """

  public static let fix = """
    Decide by what the work is for. Work that must be done keeps a strong self; work that only serves \
    the object takes a weak one.
    """

  public static let source: Source? = Source(
    author: "Donny Wals", title: "How to use [weak self] in Swift Concurrency Tasks?")
}
