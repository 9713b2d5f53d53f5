import LeakCatalogue

/// A lazy property whose value is a closure, beside one whose value is a closure's result.
public enum LazyClosure: Case {
  public static let id = "closures/lazy-closure"
  public static let question = "Does a closure in a `lazy var` need `[weak self]`?"

  final class Article {
    let title: String
    var reads = 0

    init(title: String) {
      self.title = title
    }

    lazy var strongHeadline: () -> String = {
      self.reads += 1
      return "\(self.title), read \(self.reads) times"
    }

    lazy var weakHeadline: () -> String = { [weak self] in
      guard let self else { return "" }
      reads += 1
      return "\(title), read \(reads) times"
    }

    lazy var unownedHeadline: () -> String = { [unowned self] in
      reads += 1
      return "\(title), read \(reads) times"
    }

    /// Stores a `String`: the closure is called on the spot and gone.
    lazy var slug: String = {
      self.title.lowercased()
    }()
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        LazyClosure.Article leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ LazyClosure.Article
          │    .strongHeadline
          │    closure #1 in LazyClosure.Article.strongHeadline   LazyClosure.swift:16
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures LazyClosure.Article (self) strongly
          ╰─ LazyClosure.Article

          Try [weak self] in the closure at LazyClosure.swift:16. A lazy closure is stored from its first use on. Decide what it returns when self has gone.
          pattern lazy-closure (swift run leakcases show closures/lazy-closure)
          fingerprint b46ad83d
        """
    ) {
      let article = Article(title: "Tides")
      _ = article.strongHeadline()
      return article
    } sever: { article in
      article.strongHeadline = { "" }
    },
    .fixed("weak-self") {
      let article = Article(title: "Tides")
      _ = article.weakHeadline()
      return article
    },
    .fixed("unowned-self") {
      let article = Article(title: "Tides")
      _ = article.unownedHeadline()
      return article
    },
    .fixed("called-on-the-spot") {
      let article = Article(title: "Tides")
      _ = article.slug
      return article
    },
    .fixed("never-used") {
      Article(title: "Tides")
    },
  ]

  public static let why = """
    A `lazy var` of function type stores the closure itself at its first use, and from then on the object \
    keeps a closure that keeps the object. Until that first use there is no closure and no cycle, which is \
    why such a leak comes and goes. A lazy property that ends in `}()` stores only the closure's result.
    """
  public static let fix = """
    Write `[weak self]` in a lazy closure that is stored. `[unowned self]` is enough when the closure never \
    leaves the object. In a lazy initialiser, the `}()` form, nothing is needed.
    """
  public static let source: Source? = Source(
    author: "Apple", title: "The Swift Programming Language: Automatic Reference Counting")
}
