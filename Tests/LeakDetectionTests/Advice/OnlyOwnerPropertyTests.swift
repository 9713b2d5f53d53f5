import LeakTesting
import Testing

@testable import LeakExplaining

/// Objects that only the place has which a property stores them in: no edit lets go of them.
@Suite(.disabled(if: isOptimized, "lines and names are those of an unoptimised build"))
struct OnlyOwnerPropertyTests {
  private protocol Source: AnyObject {}
  private protocol Strategy {}

  private final class Page: Source, Strategy {
    let book: Book
    init(in book: Book) { self.book = book }
  }

  private enum Phase {
    case closed
    case open(Page)
  }

  private struct Mark {
    let page: Page
  }

  private struct Factory {
    func makePage(in book: Book) -> Page { Page(in: book) }
  }

  private final class Book {
    var pages: [String: Page] = [:]
    var phase = Phase.closed
    var content: Any?
    var strategy: (any Strategy)?
    var source: (any Source)?
    fileprivate var mark: Mark?
  }

  private static let places: [@Sendable (Book, Page) -> Void] = [
    { book, page in book.pages["a"] = page }, { book, page in book.phase = .open(page) },
    { book, page in book.content = page }, { book, page in book.strategy = page },
    { book, page in book.source = page }, { book, page in book.mark = Mark(page: page) },
  ]

  private static func path(isPageNamed: Bool, at place: Int) async -> RetainPath? {
    await LeakDetector.detect(within: .milliseconds(50)) {
      let book = Book()
      let page = Factory().makePage(in: book)
      places[place](book, page)
      if isPageNamed { trackForLeaks(page) }
      return book
    }.leaks.first?.path
  }

  @Test(arguments: places.indices) func `What nobody else has stays`(place: Int) async throws {
    let path = try #require(await Self.path(isPageNamed: false, at: place))
    #expect(path.edits == [])
  }

  @Test(arguments: places.indices) func `What somebody had is let go`(place: Int) async throws {
    let path = try #require(await Self.path(isPageNamed: true, at: place))
    #expect(path.edits != [], "\(path.advice)")
  }

  @Test func `A delegate's other end is named`() async {
    #expect(
      await Self.path(isPageNamed: false, at: 4)?.advice
        == "Try weak var on OnlyOwnerPropertyTests.Book.source. If nothing else keeps the "
        + "OnlyOwnerPropertyTests.Page, try an optional weak var, or unowned, on OnlyOwnerPropertyTests.Page.book instead."
    )
  }
}
