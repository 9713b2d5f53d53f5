import LeakCatalogue

/// Handlers in an array: `onChange { … }` instead of `onChange = …`.
public enum ClosureInArray: Case {
  public static let id = "closures/closure-in-array"
  public static let question = "Does it matter that I add a handler to a list, not assign it?"

  final class Document {
    var edits = 0
    private(set) var handlers: [() -> Void] = []

    func onEdit(_ handler: @escaping () -> Void) {
      handlers.append(handler)
    }

    func edit() {
      for handler in handlers { handler() }
    }

    func countStrongly() {
      onEdit { self.edits += 1 }
    }

    func countWeakly() {
      onEdit { [weak self] in self?.edits += 1 }
    }

    func removeHandlers() {
      handlers = []
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        ClosureInArray.Document leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ ClosureInArray.Document
          │    .handlers[0]
          │    closure #1 in ClosureInArray.Document.countStrongly()   ClosureInArray.swift:21
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures ClosureInArray.Document (self) strongly
          ╰─ ClosureInArray.Document

          Try [weak self] in the closure at ClosureInArray.swift:21. Or take it out of ClosureInArray.Document.handlers when it is no longer needed.
          pattern closure-in-array (swift run leakcases show closures/closure-in-array)
          fingerprint ac624926
        """
    ) {
      let document = Document()
      document.countStrongly()
      document.edit()
      return document
    } sever: { document in
      document.removeHandlers()
    },
    .fixed("weak-self") {
      let document = Document()
      document.countWeakly()
      document.edit()
      return document
    },
    .fixed("handlers-removed") {
      let document = Document()
      document.countStrongly()
      document.edit()
      document.removeHandlers()
      return document
    },
  ]

  public static let why = """
    An array owns its elements, and a closure is an element like any other. The call `onEdit { … }` does not show that \
    the closure is kept; only the fact that it is called again and again does.
    """
  public static let fix = """
    Write `[weak self]` in handlers that an object adds to its own list, or empty the list when the work is done.
    """
  public static let source: Source? = nil
}
