import Dispatch
import LeakCatalogue

/// A child task that is begun and not awaited.
public enum AsyncLetChild: Case {
  public static let id = "concurrency/async-let-child"
  public static let question = "What becomes of an `async let` that is never awaited?"

  final class Page: Sendable {
    func open(isSignedIn: Bool) -> Task<String, Never> {
      Task {
        async let image = image()
        guard isSignedIn else { return "Sign in" }
        return await image
      }
    }

    func openStubbornly(isSignedIn: Bool) -> Task<String, Never> {
      Task {
        async let image = imageStubbornly()
        guard isSignedIn else { return "Sign in" }
        return await image
      }
    }

    func openAfterGuard(isSignedIn: Bool) -> Task<String, Never> {
      Task {
        guard isSignedIn else { return "Sign in" }
        async let image = imageStubbornly()
        return await image
      }
    }

    /// Takes a second, or until it is cancelled.
    private func image() async -> String {
      try? await Task.sleep(for: .seconds(1))
      return "plum.jpg"
    }

    /// Takes a second, whether it is cancelled or not.
    private func imageStubbornly() async -> String {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) {
          continuation.resume(returning: "plum.jpg")
        }
      }
    }
  }

  public static let variants: [Variant] = [
    .late("ignores-cancellation", atLeast: .seconds(1)) {
      let page = Page()
      _ = page.openStubbornly(isSignedIn: false)
      return page
    },
    .fixed("ends-when-cancelled") {
      var page = Page()
      _ = await page.open(isSignedIn: false).value
      // The task lets go on a thread of its own.
      while !isKnownUniquelyReferenced(&page) { await Task.yield() }
      return page
    },
    .fixed("begun-after-guard") {
      var page = Page()
      _ = await page.openAfterGuard(isSignedIn: false).value
      while !isKnownUniquelyReferenced(&page) { await Task.yield() }
      return page
    },
  ]

  public static let why = """
    A function with an `async let` does not return before that child has ended. One that was not awaited is cancelled at the \
    end of the scope, and then awaited all the same. A child that does not notice its cancellation keeps the function, and \
    the page with it, for as long as it takes.
    """
  public static let fix = """
    Begin a child only when it is sure to be needed, after the `guard`; and let it notice that it is cancelled.
    """
  public static let source: Source? = nil
}
