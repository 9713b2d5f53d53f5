import LeakCatalogue

/// An image that is looked up in a cache first and then on the network, with a callback in a callback.
public enum CacheThenNetwork: Case {
  public static let id = "requests/cache-then-network"
  public static let question =
    "With a callback inside a callback, which of the two needs `[weak self]`?"

  /// A place to fetch images from; it keeps every callback until it has an answer.
  final class ImageStore {
    private var callbacks: [(String?) -> Void] = []

    func fetch(_ name: String, callback: @escaping (_ image: String?) -> Void) {
      callbacks.append(callback)
    }

    /// Answers everything that is waiting.
    func answer(_ image: String?) {
      let answered = callbacks
      callbacks = []
      for callback in answered { callback(image) }
    }

    /// Forgets everything that is waiting.
    func cancel() {
      callbacks = []
    }
  }

  final class RecipeScreen {
    let cache = ImageStore()
    let network = ImageStore()
    var image: String?

    func loadStrongly() {
      cache.fetch("soup") { image in
        if let image {
          self.image = image
        } else {
          self.network.fetch("soup") { image in self.image = image }
        }
      }
    }

    func loadWithWeakInside() {
      cache.fetch("soup") { image in
        if let image {
          self.image = image
        } else {
          self.network.fetch("soup") { [weak self] image in self?.image = image }
        }
      }
    }

    func loadWithGuardOutside() {
      cache.fetch("soup") { [weak self] image in
        guard let self else { return }
        if let image {
          self.image = image
        } else {
          self.network.fetch("soup") { image in self.image = image }
        }
      }
    }

    func loadWithWeakOutside() {
      cache.fetch("soup") { [weak self] image in
        if let image {
          self?.image = image
        } else {
          self?.network.fetch("soup") { image in self?.image = image }
        }
      }
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "strong-self",
      report: """
        CacheThenNetwork.RecipeScreen leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

          ╭→ CacheThenNetwork.RecipeScreen
          │    .network: CacheThenNetwork.ImageStore
          │    .callbacks[0]
          │    closure #1 in closure #1 in CacheThenNetwork.RecipeScreen.loadStrongly()
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures CacheThenNetwork.RecipeScreen (self) strongly
          │       CacheThenNetwork.swift:40
          ╰─ CacheThenNetwork.RecipeScreen

          Try [weak self] in the closure at CacheThenNetwork.swift:40. The CacheThenNetwork.RecipeScreen keeps the CacheThenNetwork.ImageStore that stores it. Or call CacheThenNetwork.ImageStore.cancel(), if it is there to break this cycle.
          pattern callback-of-a-part (swift run leakcases show owners/flow-controller)
          fingerprint c8bb93ae
        """
    ) {
      let screen = RecipeScreen()
      screen.loadStrongly()
      screen.cache.answer(nil)
      return screen
    } sever: { screen in
      screen.network.cancel()
    },
    .leaking(
      "weak-self-inside-only",
      report: """
        CacheThenNetwork.RecipeScreen leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

          ╭→ CacheThenNetwork.RecipeScreen
          │    .cache: CacheThenNetwork.ImageStore
          │    .callbacks[0]
          │    closure #1 in CacheThenNetwork.RecipeScreen.loadWithWeakInside()   CacheThenNetwork.swift:46
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures CacheThenNetwork.RecipeScreen (self) strongly
          ╰─ CacheThenNetwork.RecipeScreen

          Try [weak self] in the closure at CacheThenNetwork.swift:46. The nested closure at line 50 already says [weak self]; it is one level too deep: move that capture list out here. Or call CacheThenNetwork.ImageStore.cancel(), if it is there to break this cycle.
          pattern nested-closure-trap (swift run leakcases show nested-closures/weak-self-inside-only)
          fingerprint 09c882e4
        """
    ) {
      let screen = RecipeScreen()
      screen.loadWithWeakInside()
      return screen
    } sever: { screen in
      screen.cache.cancel()
    },
    .leaking(
      "guard-outside",
      report: """
        CacheThenNetwork.RecipeScreen leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

          ╭→ CacheThenNetwork.RecipeScreen
          │    .network: CacheThenNetwork.ImageStore
          │    .callbacks[0]
          │    closure #1 in closure #1 in CacheThenNetwork.RecipeScreen.loadWithGuardOutside()
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures CacheThenNetwork.RecipeScreen (self) strongly
          │       CacheThenNetwork.swift:61
          ╰─ CacheThenNetwork.RecipeScreen

          Try [weak self] in the closure at CacheThenNetwork.swift:61. The closure around it says [weak self] at line 56, but unwraps it: self is strong again in here. Or call CacheThenNetwork.ImageStore.cancel(), if it is there to break this cycle.
          pattern strong-self-after-guard (swift run leakcases show nested-closures/strong-self-from-guard)
          fingerprint b0b51502
        """
    ) {
      let screen = RecipeScreen()
      screen.loadWithGuardOutside()
      screen.cache.answer(nil)
      return screen
    } sever: { screen in
      screen.network.cancel()
    },
    .fixed("weak-self-outside") {
      let screen = RecipeScreen()
      screen.loadWithWeakOutside()
      screen.cache.answer(nil)
      return screen
    },
    .fixed("answered") {
      let screen = RecipeScreen()
      screen.loadStrongly()
      screen.cache.answer(nil)
      screen.network.answer("soup.jpg")
      return screen
    },
  ]

  public static let why = """
    The screen keeps both stores, and a store keeps a callback until it answers. The outer callback must \
    capture `self` to make the inner one, so `[weak self]` on the inner one alone leaves the outer one strong. \
    The other way round, `guard let self` in the outer callback makes a strong `self` that the inner one then \
    captures. All of this ends when both stores have answered; if an answer never comes, it is a leak.
    """
  public static let fix = """
    Write `[weak self]` once, on the outer callback, and use `self?` in both: the inner callback then captures \
    the weak variable. After a `guard let self`, the inner callback needs a `[weak self]` of its own: see \
    `nested-closures/strong-self-from-guard`.
    """
  public static let source: Source? = Source(
    author: "Khoa Pham", title: "Learn iOS best practices by building a simple recipes app")
}
