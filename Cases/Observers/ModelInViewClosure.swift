import LeakCatalogue
import Observation

/// A view that is a value, with a model that is an object.
public enum ModelInViewClosure: Case {
  public static let id = "observers/model-in-view-closure"
  public static let question =
    "Can a closure in a view that is a struct keep the view's model alive?"

  @MainActor @Observable
  final class Draft {
    var text = ""
    /// What is to be done when the draft is sent.
    @ObservationIgnored var onSend: (() -> Void)?

    func send() {
      onSend?()
    }
  }

  /// A view, as far as memory goes: a value, which has its model.
  @MainActor
  struct Editor {
    let draft: Draft

    func appear() {
      draft.onSend = { draft.text = "" }
    }

    func appearWeakly() {
      draft.onSend = { [weak draft] in draft?.text = "" }
    }

    func disappear() {
      draft.onSend = nil
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "strong-draft",
      report: """
        ModelInViewClosure.Draft leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ ModelInViewClosure.Draft
          │    .onSend
          │    closure #1 in ModelInViewClosure.Editor.appear()   ModelInViewClosure.swift:27
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures ModelInViewClosure.Draft in self strongly
          ╰─ ModelInViewClosure.Draft

          Capture only what the closure at ModelInViewClosure.swift:27 uses of self, or the ModelInViewClosure.Draft weakly: it captures self, which keeps the ModelInViewClosure.Draft.
          pattern captured-value (swift run leakcases show capture-lists/captured-value)
          fingerprint 458057c3
        """
    ) { @MainActor in
      let editor = Editor(draft: Draft())
      editor.appear()
      editor.draft.send()
      return editor.draft
    } sever: { @MainActor draft in
      draft.onSend = nil
    }
    // An optimised closure may have captured the draft alone.
    .saying(
      " captures ModelInViewClosure.Draft strongly\n",
      insteadOf: "\n  │    captures ModelInViewClosure.Draft in self strongly\n"
    )
    .saying(
      """
      Try a weak capture of ModelInViewClosure.Draft in the closure at ModelInViewClosure.swift:27.
        pattern captured-object (swift run leakcases show capture-lists/ways-to-capture)
      """,
      insteadOf: """
        Capture only what the closure at ModelInViewClosure.swift:27 uses of self, or the ModelInViewClosure.Draft weakly: it captures self, which keeps the ModelInViewClosure.Draft.
          pattern captured-value (swift run leakcases show capture-lists/captured-value)
        """),
    .fixed("weak-draft") { @MainActor in
      let editor = Editor(draft: Draft())
      editor.appearWeakly()
      editor.draft.send()
      return editor.draft
    },
    .fixed("disappeared") { @MainActor in
      let editor = Editor(draft: Draft())
      editor.appear()
      editor.draft.send()
      editor.disappear()
      return editor.draft
    },
  ]

  public static let why = """
    The view is a value and comes and goes; a closure that is written in it captures a copy of the view, and with it the \
    model. If such a closure is handed to the model, it closes the cycle. This mistake is easy to make, because no \
    `self.` appears in the code.
    """
  public static let fix = """
    Write `[weak draft]` in the closure that the model stores. Or remove the closure when the view disappears.
    """
  public static let source: Source? = nil
}
