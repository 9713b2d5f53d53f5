import LeakCatalogue

/// A page owns the object that loads its data, and is that object's delegate.
public enum StrongDelegate: Case {
  public static let id = "owners/strong-delegate"
  public static let question = "Does a delegate property keep the delegate alive?"

  /// What a provider tells its delegate. Only a class can be told, so a reference to one may be weak.
  protocol DataProviderDelegate: AnyObject {
    func didLoad(_ items: [String])
  }

  /// A stored property is strong unless it says otherwise.
  final class DataProvider {
    var delegate: (any DataProviderDelegate)?

    func load() {
      delegate?.didLoad(["bread", "salt"])
    }
  }

  final class DetailPage: DataProviderDelegate {
    let provider = DataProvider()
    var items: [String] = []

    func open() {
      provider.delegate = self
      provider.load()
    }

    func didLoad(_ items: [String]) {
      self.items = items
    }
  }

  /// The same provider, with one word more.
  final class WeakDataProvider {
    weak var delegate: (any DataProviderDelegate)?

    func load() {
      delegate?.didLoad(["bread", "salt"])
    }
  }

  final class WeakDetailPage: DataProviderDelegate {
    let provider = WeakDataProvider()
    var items: [String] = []

    func open() {
      provider.delegate = self
      provider.load()
    }

    func didLoad(_ items: [String]) {
      self.items = items
    }
  }

  public static var variants: [Variant] {
    [
      .leaking(
        "leaking",
        report: """
          StrongDelegate.DetailPage leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

            ╭→ StrongDelegate.DetailPage
            │    .provider: StrongDelegate.DataProvider
            │    .delegate: StrongDelegate.DetailPage   StrongDelegate.swift:15
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            ╰─ StrongDelegate.DetailPage

            Try weak var on StrongDelegate.DataProvider.delegate.
            pattern strong-delegate (swift run leakcases show owners/strong-delegate)
            fingerprint ddba9e3a
          """
      ) {
        let page = DetailPage()
        page.open()
        return page
      } sever: { page in
        page.provider.delegate = nil
      },

      .fixed("fixed") {
        let page = WeakDetailPage()
        page.open()
        return page
      },
    ]
  }

  public static let why = """
    The page holds the provider because it needs it; the provider holds the page because nobody said \
    it should not. Neither can be released before the other. A weak delegate reference does not keep the \
    page alive, so the page is released when its last owner drops it, and the provider with it.
    """

  public static let fix = """
    Declare the delegate weak, and limit its protocol to classes (`: AnyObject`): without `AnyObject` the \
    compiler cannot make the reference weak.
    """

  public static let source: Source? = Source(
    author: "Donny Wals", title: "Using Xcode's memory graph to find memory leaks")
}
