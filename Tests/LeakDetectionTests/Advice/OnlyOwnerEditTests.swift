import LeakDetection
import TestOrder
import Testing

@testable import LeakExplaining

/// The edit of a closure that may be all that keeps what it captures.
@Suite(.slow, .disabled(if: isOptimized, "edits need what an unoptimised build tells of captures"))
struct OnlyOwnerEditTests {
  final class Order {
    var onDone: (() -> Void)?
  }

  final class Courier {
    var order: Order?

    func deliver() {}
  }

  private static func path(isNamed: Bool) throws -> RetainPath {
    let report = LeakDetector.detectBlocking {
      let (order, courier) = (Order(), Courier())
      courier.order = order
      order.onDone = { courier.deliver() }
      if isNamed {
        trackForLeaks(order)
        trackForLeaks(courier)
      }
    }
    guard case .leaked(let path) = try #require(report.leaks.first).verdict else {
      throw CancellationError()
    }
    return path
  }

  @Test
  func
    `Of what only the closure has both changes are told, and no edit`()
    throws
  {
    let path = try Self.path(isNamed: false)
    #expect(
      path.advice
        == "Try [weak courier] in the closure at OnlyOwnerEditTests.swift:24. If nothing else keeps the "
        + "OnlyOwnerEditTests.Courier, but something else keeps the OnlyOwnerEditTests.Order, try weak var on OnlyOwnerEditTests.Courier.order instead."
    )
    #expect(path.edits.isEmpty)
  }

  @Test func `What the test names it had`() throws {
    let path = try Self.path(isNamed: true)
    #expect(path.advice == "Try [weak courier] in the closure at OnlyOwnerEditTests.swift:24.")
    #expect(path.edits.count == 2)
  }
}
