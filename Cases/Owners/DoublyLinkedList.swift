import LeakCatalogue

/// Pages of a book that can be turned forward and back.
public enum DoublyLinkedList: Case {
  public static let id = "owners/doubly-linked-list"
  public static let question = "Which of the two links of a doubly linked list may be strong?"

  final class Page {
    let text: String
    var next: Page?
    var previous: Page?

    init(_ text: String) {
      self.text = text
    }

    /// Puts `page` behind this one.
    func insert(_ page: Page) {
      page.previous = self
      next = page
    }
  }

  /// A page that owns the one behind it, and only knows the one before it.
  final class OneWayPage {
    let text: String
    var next: OneWayPage?
    weak var previous: OneWayPage?

    init(_ text: String) {
      self.text = text
    }

    /// Puts `page` behind this one.
    func insert(_ page: OneWayPage) {
      page.previous = self
      next = page
    }
  }

  public static var variants: [Variant] {
    [
      .leaking(
        "leaking",
        report: """
          DoublyLinkedList.Page leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

            ╭→ DoublyLinkedList.Page
            │    .previous: DoublyLinkedList.Page
            │    .next: DoublyLinkedList.Page   DoublyLinkedList.swift:10
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            ╰─ DoublyLinkedList.Page

            Try weak var on DoublyLinkedList.Page.next, or on DoublyLinkedList.Page.previous: the code does not tell which of the two owns the other.
            pattern linked-list (swift run leakcases show owners/doubly-linked-list)
            fingerprint 4f930fa6
          """
      ) {
        let cover = Page("Cover")
        cover.insert(Page("Chapter 1"))
        return cover
      } sever: { (cover: Page) in
        cover.next?.previous = nil
      },

      .fixed("fixed") {
        let cover = OneWayPage("Cover")
        cover.insert(OneWayPage("Chapter 1"))
        return cover
      },
    ]
  }

  public static let why = """
    Two neighbours that own each other are a cycle of two, and a list of *n* pages has *n* - 1 of \
    these cycles: dropping the list frees no page. With weak links back, the first page is released with its owner, \
    and every page releases the next one.
    """

  public static let fix = """
    Let ownership run in one direction, from the head to the tail, and make `previous` weak.
    """

  public static let source: Source? = nil
}
