import LeakCatalogue

/// Gathering what a closure needs into one constant.
public enum ContextTuple: Case {
  public static let id = "capture-lists/context-tuple"
  public static let question =
    "Can a closure that needs several properties capture them together instead of `self`?"

  final class Cache {
    var pages: [String: String] = [:]
  }

  final class Log {
    var lines: [String] = []
  }

  final class PageLoader {
    let site: String
    let cache = Cache()
    let log = Log()
    var onPage: ((String) -> Void)?

    init(site: String) {
      self.site = site
    }

    func startWithSelf() {
      onPage = { page in
        self.cache.pages[page] = self.site
        self.log.lines.append("\(self.site)/\(page)")
      }
    }

    func startWithContext() {
      let context = (site: site, cache: cache, log: log)
      onPage = { page in
        context.cache.pages[page] = context.site
        context.log.lines.append("\(context.site)/\(page)")
      }
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "self-captured",
      report: """
        ContextTuple.PageLoader leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ ContextTuple.PageLoader
          │    .onPage
          │    closure #1 in ContextTuple.PageLoader.startWithSelf()   ContextTuple.swift:28
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures ContextTuple.PageLoader (self) strongly
          ╰─ ContextTuple.PageLoader

          Try [weak self] in the closure at ContextTuple.swift:28.
          pattern stored-closure (swift run leakcases show closures/stored-closure)
          fingerprint f363c206
        """
    ) {
      let loader = PageLoader(site: "example.org")
      loader.startWithSelf()
      loader.onPage?("index")
      return loader
    } sever: { loader in
      loader.onPage = nil
    },
    .fixed("context-captured") {
      let loader = PageLoader(site: "example.org")
      loader.startWithContext()
      loader.onPage?("index")
      return loader
    },
  ]

  public static let why = """
    Using three properties through `self` is one capture: the loader. The tuple is made outside the \
    closure, so the closure captures the tuple's parts, none of which leads back to the loader. There is no \
    optional to unwrap either: the parts are there for as long as the closure is.
    """
  public static let fix = """
    Make a tuple of what the closure needs, before the closure. Mind that the parts then live as long as the \
    closure.
    """
  public static let source: Source? = Source(
    author: "Besher Al Maleh", title: "You don't (always) need [weak self]")
}
