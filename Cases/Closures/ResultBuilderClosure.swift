import LeakCatalogue

/// A menu that is written down in a result builder, with an action in each item.
public enum ResultBuilderClosure: Case {
  public static let id = "closures/result-builder"
  public static let question =
    "Which closure needs `[weak self]` when a result builder collects items with actions?"

  struct Item {
    let title: String
    let action: () -> Void
  }

  @resultBuilder
  enum MenuBuilder {
    static func buildBlock(_ items: Item...) -> [Item] { items }
  }

  final class Editor {
    var text = "Draft"
    private(set) var menu: [Item] = []

    /// Keeps the items that `items` lists; the closure that lists them is over when this returns.
    func show(@MenuBuilder _ items: () -> [Item]) {
      menu = items()
    }

    func showStrongly() {
      show {
        Item(title: "Clear") { self.text = "" }
        Item(title: "Close") {}
      }
    }

    func showWeakly() {
      show {
        Item(title: "Clear") { [weak self] in self?.text = "" }
        Item(title: "Close") {}
      }
    }

    func showWeaklyAround() {
      show { [weak self] in
        Item(title: "Clear") { self?.text = "" }
        Item(title: "Close") {}
      }
    }

    func close() {
      menu = []
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "strong-action",
      report: """
        ResultBuilderClosure.Editor leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ ResultBuilderClosure.Editor
          │    .menu[0].action
          │    closure #1 in closure #1 in ResultBuilderClosure.Editor.showStrongly()
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures ResultBuilderClosure.Editor (self) strongly
          │       ResultBuilderClosure.swift:30
          ╰─ ResultBuilderClosure.Editor

          Try [weak self] in the closure at ResultBuilderClosure.swift:30. Or take it out of ResultBuilderClosure.Editor.menu when it is no longer needed.
          pattern closure-in-array (swift run leakcases show closures/closure-in-array)
          fingerprint 3348556a
        """
    ) {
      let editor = Editor()
      editor.showStrongly()
      editor.menu[0].action()
      return editor
    } sever: { editor in
      editor.close()
    },
    .fixed("weak-action") {
      let editor = Editor()
      editor.showWeakly()
      editor.menu[0].action()
      return editor
    },
    .fixed("weak-around-the-items") {
      let editor = Editor()
      editor.showWeaklyAround()
      editor.menu[0].action()
      return editor
    },
    .fixed("closed") {
      let editor = Editor()
      editor.showStrongly()
      editor.menu[0].action()
      editor.close()
      return editor
    },
  ]

  public static let why = """
    The closure with the items in it is called once and released; a result builder only turns its lines into a list. But \
    the listed items are kept, and each item owns its action. The editor keeps the menu, the menu keeps its items, and the \
    action of one of them keeps the editor.
    """
  public static let fix = """
    Write `[weak self]` in the actions that are kept. You can also write it once, in the closure around them: the actions \
    then capture the weak reference.
    """
  public static let source: Source? = nil
}
