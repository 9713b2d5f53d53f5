import LeakTesting
import Testing

@testable import LeakExplaining

/// The usual cycles, in which something else keeps what the change lets go of, have their edits under every check.
@Suite(.disabled(if: isOptimized, "lines and names are those of an unoptimised build"))
struct KeptEditTests {
  /// The advice and the edits of each cut, where the check names the object and where it names none.
  private static func cuts(_ make: () -> AnyObject) async -> [[[String]]] {
    let named = await LeakDetector.detect(within: .milliseconds(50)) { make() }
    let found = await LeakDetector.detect(within: .milliseconds(50)) { _ = make() }
    print(
      "CUTS",
      [named, found].map { report in
        report.leaks.first?.path?.cuts.map { [$0.advice] + $0.edits.map(\.replacement) } ?? []
      })
    return [named, found].map { report in
      report.leaks.first?.path?.cuts.map { [$0.advice] + $0.edits.map(\.replacement) } ?? []
    }
  }

  private protocol FeedDelegate: AnyObject {}

  private final class Feed {
    var delegate: (any FeedDelegate)?
  }

  private final class Screen: FeedDelegate {
    let feed = Feed()
    init() { feed.delegate = self }
  }

  @Test func `A delegate`() async {
    let cuts = [["Try weak var on KeptEditTests.Feed.delegate.", "weak "]]
    #expect(await Self.cuts { Screen() } == [cuts, cuts])
  }

  private final class Parent {
    var children: [Child] = []
    func add() {
      let child = Child()
      child.parent = self
      children.append(child)
    }
  }

  private final class Child {
    var parent: Parent?
  }

  @Test func `A parent`() async {
    let cuts = [["Try weak var on KeptEditTests.Child.parent.", "weak "]]
    #expect(
      await Self.cuts {
        let parent = Parent()
        parent.add()
        return parent
      } == [cuts, cuts])
  }

  private final class Button {
    var onTap: (() -> Void)?
  }

  private final class Form {
    let button = Button()
    func bind() { button.onTap = { self.save() } }
    func save() {}
  }

  @Test func `A closure of self`() async {
    let cuts = [
      [
        "Try [weak self] in the closure at KeptEditTests.swift:68. The KeptEditTests.Form keeps the KeptEditTests.Button that stores it.",
        " [weak self] in", "?",
      ]
    ]
    #expect(
      await Self.cuts {
        let form = Form()
        form.bind()
        return form
      } == [cuts, cuts])
  }

  private final class Page {
    var onFinish: (() -> Void)?
  }

  private final class Book {
    var pages: [Page] = []

    func open() {
      let page = Page()
      page.onFinish = { self.remove(page) }
      pages.append(page)
    }

    func remove(_ page: Page) { pages.removeAll { $0 === page } }
  }

  /// The book keeps the page, which it makes.
  @Test func `A closure of self and of what that keeps`() async {
    let cuts = [
      [
        "Try [weak page] in the closure at KeptEditTests.swift:96.",
        " [weak page, weak self] in",
        "guard let page, let self else { return }; ",
      ],
      [
        "Try [weak self] in the closure at KeptEditTests.swift:96. The KeptEditTests.Book keeps the KeptEditTests.Page that stores it."
      ],
    ]
    #expect(
      await Self.cuts {
        let book = Book()
        book.open()
        return book
      } == [cuts, cuts])
  }
}
