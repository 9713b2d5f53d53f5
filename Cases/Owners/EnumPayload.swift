import LeakCatalogue

/// A state that carries the object which it is about.
public enum EnumPayload: Case {
  public static let id = "owners/enum-payload"
  public static let question = "Can a reference in an enumeration's payload be weak?"

  final class Sheet {
    enum State {
      case hidden
      case shown(by: Page)
      case shownWeakly(by: Presenter)
      case visible
    }

    var state = State.hidden
    /// Who shows it, beside the state.
    weak var page: Page?
  }

  /// A page that is not owned.
  struct Presenter {
    weak var page: Page?
  }

  final class Page {
    let sheet = Sheet()

    func show() {
      sheet.state = .shown(by: self)
    }

    func showWeakly() {
      sheet.state = .shownWeakly(by: Presenter(page: self))
    }

    func showBesideTheState() {
      sheet.page = self
      sheet.state = .visible
    }

    func hide() {
      sheet.state = .hidden
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        EnumPayload.Page leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ EnumPayload.Page
          │    .sheet: EnumPayload.Sheet
          │    .state.shown.by: EnumPayload.Page   EnumPayload.swift:16
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ EnumPayload.Page

          A payload cannot be weak: keep the EnumPayload.Page in a weak var beside the enumeration, or in a small struct that has one, or leave the case when it is no longer needed.
          pattern enum-payload (swift run leakcases show owners/enum-payload)
          fingerprint 09b0046d
        """
    ) {
      let page = Page()
      page.show()
      return page
    } sever: { page in
      page.hide()
    },
    .fixed("weak-in-a-struct") {
      let page = Page()
      page.showWeakly()
      return page
    },
    .fixed("weak-beside-the-state") {
      let page = Page()
      page.showBesideTheState()
      return page
    },
    .fixed("hidden") {
      let page = Page()
      page.show()
      page.hide()
      return page
    },
  ]

  public static let why = """
    The payload of a case owns what it refers to, and there is no way to declare it otherwise: `weak` is for properties, local \
    variables and captures, not for payloads. So the state that says who shows the sheet keeps that page alive.
    """
  public static let fix = """
    Wrap the reference in a structure with a weak variable, keep it weakly beside the state, or leave the case when it is \
    over.
    """
  public static let source: Source? = nil
}
