import Dispatch
import Foundation
import LeakCatalogue

/// Blocks that are handed to a queue and that nobody stores.
public enum UnstoredBlocks: Case {
  public static let id = "work-items/unstored-blocks"
  public static let question =
    "Do `async` and `asyncAfter` need `[weak self]` when I store nothing?"

  final class Controller: Sendable {
    let queue = DispatchQueue(label: "Controller")

    /// Work that takes a second.
    func refresh() {
      Thread.sleep(forTimeInterval: 1)
    }

    func refreshAsynchronously() {
      queue.async { self.refresh() }
    }

    func refreshOnGlobalQueue() {
      DispatchQueue.global().async { self.refresh() }
    }

    func refreshLater() {
      DispatchQueue.main.asyncAfter(deadline: .now() + 2) { self.refreshAsynchronously() }
    }

    func refreshLaterWeakly() {
      DispatchQueue.main.asyncAfter(deadline: .now() + 2) { [weak self] in
        self?.refreshAsynchronously()
      }
    }
  }

  public static let variants: [Variant] = [
    .late(
      "async", atLeast: .seconds(1),
      report: """
        UnstoredBlocks.Controller went late, held meanwhile by closure #1 in UnstoredBlocks.Controller.refreshAsynchronously(), which sleeps, UnstoredBlocks.swift:16.
        """
    ) {
      let controller = Controller()
      controller.refreshAsynchronously()
      return controller
    },
    .late(
      "global-queue", atLeast: .seconds(1),
      report: """
        UnstoredBlocks.Controller went late, held meanwhile by closure #1 in UnstoredBlocks.Controller.refreshOnGlobalQueue(), which sleeps, UnstoredBlocks.swift:16.
        """
    ) {
      let controller = Controller()
      controller.refreshOnGlobalQueue()
      return controller
    },
    .late(
      "async-after", atLeast: .seconds(3),
      report: """
        UnstoredBlocks.Controller went late, held meanwhile by a block that asyncAfter is to run within 2 s (closure #1 in UnstoredBlocks.Controller.refreshLater()).
        """
    ) {
      let controller = Controller()
      controller.refreshLater()
      return controller
    },
    .fixed("async-after-weak-self") {
      let controller = Controller()
      controller.refreshLaterWeakly()
      return controller
    },
  ]

  public static let why = """
    A queue keeps a block until it has run, and the controller does not keep the block: there is no cycle. \
    What a strong `self` costs is time. The controller stays until the work is done, and with `asyncAfter` \
    until the delay has passed as well, even if nobody wants the result any more.
    """
  public static let fix = """
    There is no leak to fix. Write `[weak self]` if the controller should be freed at once; the work is then done \
    without it or not at all. A long delay is a good reason for that.
    """
  public static let source: Source? = Source(
    author: "Besher Al Maleh", title: "You don't (always) need [weak self]",
    scenarios: ["nonLeakyDispatchQueue"])
}
