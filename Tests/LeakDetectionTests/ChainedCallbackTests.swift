import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// Closures of a library's that keep what they hand on to, and closures of its caller's that capture `self`: the caller's are at fault.
@Suite(.slow) struct ChainedCallbackTests {
  private final class Promise {
    private var handlers: [(Int) -> Void] = []

    func done(_ handler: @escaping (Int) -> Void) { handlers.append(handler) }

    /// Nothing but the handler keeps the next promise.
    func then(_ change: @escaping (Int) -> Int) -> Promise {
      let next = Promise()
      done { value in
        let changed = change(value)
        for handler in next.handlers { handler(changed) }
      }
      return next
    }
  }

  private final class Future<Value> {
    private var handlers: [(Value) -> Void] = []

    func done(_ handler: @escaping (Value) -> Void) { handlers.append(handler) }

    func map<Result>(_ change: @escaping (Value) -> Result) -> Future<Result> {
      let next = Future<Result>()
      done { value in
        let changed = change(value)
        for handler in next.handlers { handler(changed) }
      }
      return next
    }
  }

  private final class Loader {
    private var promise = Promise()
    private var future = Future<Int>()
    private var shown = 0

    func load() {
      promise.then { $0 + 1 }.done { self.shown = $0 }
    }

    func loadTwice() {
      promise.then { $0 + self.shown }.done { self.shown = $0 }
    }

    func loadGenerically() {
      future.map { $0 + 1 }.done { self.shown = $0 }
    }

    func loadTwiceGenerically() {
      future.map { $0 + self.shown }.done { self.shown = $0 }
    }
  }

  private static func path(_ load: (Loader) -> Void) async throws -> RetainPath {
    let report = await LeakDetector.detect {
      let loader = trackForLeaks(Loader())
      load(loader)
    }
    return try #require(report.leaks.first?.path)
  }

  /// The closures to change, by their functions.
  private static func suspects(of path: RetainPath) -> [String] {
    path.cuts.compactMap { $0.steps[$0.suspect].capture?.function }.map {
      $0.replacing("ChainedCallbackTests.", with: "")
    }
  }

  @Test func `One closure at the end of a chain`() async throws {
    #expect(
      Self.suspects(of: try await Self.path { $0.load() }) == ["closure #2 in Loader.load()"])
  }

  @Test func `Two closures of a chain`() async throws {
    #expect(
      Set(Self.suspects(of: try await Self.path { $0.loadTwice() }))
        == ["closure #1 in Loader.loadTwice()", "closure #2 in Loader.loadTwice()"])
  }

  @Test func `One closure at the end of a generic chain`() async throws {
    #expect(
      Self.suspects(of: try await Self.path { $0.loadGenerically() })
        == ["closure #2 in Loader.loadGenerically()"])
  }

  /// What a generic closure captures is not always sure: a cycle through it is told of, then.
  @Test func `Two closures of a generic chain`() async throws {
    let path = try await Self.path { $0.loadTwiceGenerically() }
    let suspects = Set(Self.suspects(of: path))
    #expect(
      suspects.isSubset(of: (1...2).map { "closure #\($0) in Loader.loadTwiceGenerically()" }))
    #expect(suspects.count == 2 || path.probablyLeavesCycles)
    #expect(
      path.probablyLeavesCycles
        == path.drawingWithAdvice.contains(
          "Another cycle probably remains after that: one of its references is not sure."))
  }

  // MARK: What a constant says

  private final class Navigation {
    let root: Screen
    init(root: Screen) { self.root = root }
  }

  private final class Screen {
    var navigation: Navigation?
  }

  /// A constant often leads back to the owner, and just as well to the first part.
  @Test func `A constant and a variable do not tell which owns the other`() async throws {
    let report = await LeakDetector.detect {
      let screen = trackForLeaks(Screen())
      screen.navigation = Navigation(root: screen)
    }
    let path = try #require(report.leaks.first?.path)
    // Where a release build inlines all initializers, nothing says that the screen was there before the constant.
    let advice = [
      """
      Navigation.root cannot be weak as it is declared. Try an optional weak var, or unowned if the Screen always outlives the \
      Navigation, or weak var on Screen.navigation: the code does not tell which of the two owns the other.
      """,
      """
      Try weak var on Screen.navigation, or on Navigation.root: the code does not tell which of the two owns the other.
      """,
    ]
    #expect(advice.contains(path.advice.replacing("ChainedCallbackTests.", with: "")))
    #expect(path.edits.isEmpty)
  }

  private protocol Source {}

  private final class Shop: Source {
    lazy var shelf = Shelf()
  }

  private final class Shelf {
    var source: (any Source)?
  }

  @Test func `A protocol that is not class-bound cannot be weak, whoever makes whom`() async throws
  {
    let report = await LeakDetector.detect {
      let shop = trackForLeaks(Shop())
      shop.shelf.source = shop
    }
    let path = try #require(report.leaks.first?.path)
    #expect(
      path.advice.replacing("ChainedCallbackTests.", with: "").hasPrefix(
        "Derive the protocol of Shelf.source from AnyObject, and make it an optional weak var"))
    #expect(path.edits.allSatisfy { !$0.replacement.contains("weak var source") })
  }
}
