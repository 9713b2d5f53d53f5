import LeakDetection
import TestOrder
import Testing

@testable import LeakExplaining

/// Objects that only a method, a structure or a closure keeps: no edit lets go of them.
@Suite(.slow, .disabled(if: isOptimized, "edits need what an unoptimised build tells of captures"))
struct OnlyOwnerFormTests {
  final class Order {
    var onDone: (() -> Void)?
    var name = ""
  }

  final class Courier {
    var order: Order?
    var orders: [Order] = []

    func deliver() {}
  }

  struct Context {
    let courier: Courier
    let hour = 12
  }

  private static func storeMethod(_ order: Order, _ courier: Courier) {
    courier.order = order
    order.onDone = courier.deliver
  }

  private static func storeStructure(_ order: Order, _ courier: Courier) {
    courier.order = order
    let context = Context(courier: courier)
    order.onDone = { context.courier.deliver() }
  }

  private static func storeElement(_ order: Order, _ courier: Courier) {
    courier.orders.append(order)
    order.onDone = { courier.deliver() }
  }

  private static func path(
    isNamed: Bool, _ store: (Order, Courier) -> Void
  ) -> RetainPath? {
    let report = LeakDetector.detectBlocking {
      let (order, courier) = (Order(), Courier())
      store(order, courier)
      if isNamed {
        trackForLeaks(order)
        trackForLeaks(courier)
      }
    }
    return report.leaks.first?.path
  }

  private static let alternative =
    " If nothing else keeps the OnlyOwnerFormTests.Courier, but something else keeps the OnlyOwnerFormTests.Order, try weak var on OnlyOwnerFormTests.Courier.order instead."

  @Test func `A stored method`() {
    let path = Self.path(isNamed: false, Self.storeMethod)
    #expect(path?.edits == [])
    #expect(path?.advice.hasSuffix(Self.alternative) == true)
    #expect(
      Self.path(isNamed: true, Self.storeMethod)?.edits.map(\.replacement)
        == ["{ [weak courier] in courier?.deliver() }"])
  }

  @Test func `A captured structure`() {
    let path = Self.path(isNamed: false, Self.storeStructure)
    #expect(path?.edits == [])
    #expect(path?.advice.hasSuffix(Self.alternative) == true)
    #expect(Self.path(isNamed: true, Self.storeStructure)?.edits.isEmpty == false)
  }

  @Test func `A closure that is left by an element`() {
    let path = Self.path(isNamed: false, Self.storeElement)
    #expect(path?.edits == [])
    #expect(
      path?.advice.hasPrefix("Try [weak courier] in the closure at OnlyOwnerFormTests.swift:40.")
        == true)
    #expect(path?.advice.contains("If nothing else") == false)
    #expect(Self.path(isNamed: true, Self.storeElement)?.edits.count == 2)
  }
}
