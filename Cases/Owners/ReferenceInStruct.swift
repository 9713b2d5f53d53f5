import LeakCatalogue

/// A value that remembers who made it.
public enum ReferenceInStruct: Case {
  public static let id = "owners/reference-in-struct"
  public static let question = "Can a struct be part of a retain cycle?"

  struct Settings {
    var volume = 5
    var editor: Editor?
  }

  struct WeakSettings {
    var volume = 5
    weak var editor: Editor?
  }

  final class Editor {
    var settings = Settings()
    var weakSettings = WeakSettings()
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        ReferenceInStruct.Editor leaked: 1 instance is kept alive by a retain cycle of 1 strong reference.

          ╭→ ReferenceInStruct.Editor
          │    .settings.editor: ReferenceInStruct.Editor   ReferenceInStruct.swift:19
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ ReferenceInStruct.Editor

          Try weak var on editor in the value that ReferenceInStruct.Editor.settings stores: a struct's properties can be weak too.
          pattern reference-in-value (swift run leakcases show owners/reference-in-struct)
          fingerprint 6a73acb2
        """
    ) {
      let editor = Editor()
      editor.settings.editor = editor
      return editor
    } sever: { editor in
      editor.settings.editor = nil
    },
    .fixed("weak-in-the-struct") {
      let editor = Editor()
      editor.weakSettings.editor = editor
      return editor
    },
  ]

  public static let why = """
    A structure has no reference count, but its references count: the structure is stored inside the editor, so the \
    editor refers to whatever the structure refers to.
    """
  public static let fix = """
    Declare the structure's property `weak`. That works in structures as it does in classes.
    """
  public static let source: Source? = nil
}
