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
      // The task lets go of it on another thread, a moment later.
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
    A function with an `async let` does not return before that child task has ended. A child that was not awaited is cancelled \
    at the end of the scope, and then awaited implicitly. A child that does not notice its cancellation keeps the function \
    from returning, and with it keeps the page alive, until the child has finished.
    """
  public static let fix = """
    Start a child task only when it is certain to be needed, after the `guard`; and make it react to cancellation.
    """
  public static let source: Source? = Source(
    author: "John McCall, Joe Groff, Doug Gregor and Konrad Malawski",
    title: "SE-0317: async let bindings")
}
