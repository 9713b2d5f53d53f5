import Dispatch
import LeakTesting
import Synchronization
import TestOrder
import Testing

/// What an advice says to write compiles.
@Suite(.slow, .disabled(if: isOptimized, "lines and names are those of an unoptimised build"))
struct UncompilableAdviceTests {
  private class Base {
    var handler: (() -> Void)?

    func tap() {}
  }

  private final class Button: Base {
    func listen() { handler = { super.tap() } }
  }

  private actor Counter {
    private var handler: (@Sendable () async -> Void)?
    private var count = 0

    func start() { handler = step }
    func step() { count += 1 }
  }

  private enum Choice {
    case button(Keeper)
  }

  private final class Keeper {
    var handler: (() -> Void)?
    var isKept = false

    func keep() {
      let choice = Choice.button(self)
      handler = { print(choice, self.isKept) }
    }
  }

  private final class Desk: Sendable {
    let neighbour = Mutex<Desk?>(nil)
  }

  private struct Pack<each Part> {
    var parts: (repeat each Part)
  }

  private final class Porter {
    var pack: Pack<Int, Porter?>?
  }

  private static func advice(_ make: () async -> AnyObject) async -> [String] {
    let report = await LeakDetector.detect(within: .milliseconds(50)) { await make() }
    return report.leaks.first?.path?.cuts.map(\.advice).sorted() ?? []
  }

  @Test func `Super keeps self whatever the capture list says`() async {
    let advice = await Self.advice {
      let button = Button()
      button.listen()
      return button
    }
    #expect(
      advice == [
        "Try [weak self] in the closure at UncompilableAdviceTests.swift:17. Call what it needs of super in a method of its own: super keeps self as well."
      ])
  }

  @Test func `A weak actor is not isolated to`() async {
    let advice = await Self.advice {
      let counter = Counter()
      await counter.start()
      return counter
    }
    #expect(
      advice == [
        "Try a closure that says [weak self] and calls step() with await, or, where it cannot wait, in assumeIsolated, instead of storing UncompilableAdviceTests.Counter.step() itself at UncompilableAdviceTests.swift:24."
      ])
  }

  @Test func `A mutex cannot be weak`() async {
    let advice = await Self.advice {
      let desk = Desk()
      desk.neighbour.withLock { $0 = desk }
      return desk
    }
    #expect(
      advice == [
        "Take the UncompilableAdviceTests.Desk out of UncompilableAdviceTests.Desk.neighbour when it is no longer needed, or keep only a weak reference to it there if something else owns it."
      ])
  }

  @Test func `A pack cannot be weak`() async {
    let advice = await Self.advice {
      let porter = Porter()
      porter.pack = Pack(parts: (1, porter))
      return porter
    }
    #expect(
      advice == [
        "Take the UncompilableAdviceTests.Porter out of UncompilableAdviceTests.Porter.pack when it is no longer needed, or keep only a weak reference to it there if something else owns it."
      ])
  }

  @Test func `A payload has no name`() async {
    let advice = await Self.advice {
      let keeper = Keeper()
      keeper.keep()
      return keeper
    }
    #expect(
      advice == [
        "Try [weak self] in the closure at UncompilableAdviceTests.swift:38.",
        "Try a weak capture of the UncompilableAdviceTests.Keeper alone in the closure at UncompilableAdviceTests.swift:38: it captures a whole value, whose button keeps the UncompilableAdviceTests.Keeper.",
      ])
  }

  private final class Bus {
    var handlers: [() -> Void] = []

    func on(_ handler: @escaping () -> Void) -> Token {
      handlers.append(handler)
      return Token(bus: self)
    }
  }

  private final class Token {
    let bus: Bus
    init(bus: Bus) { self.bus = bus }

    func off() { bus.handlers = [] }
  }

  @Test func `A capture list is evaluated before the variable is set`() async {
    let advice = await Self.advice {
      let bus = Bus()
      var token: Token?
      token = bus.on { token?.off() }
      return token ?? bus
    }
    #expect(
      advice == [
        "Set token to nil when the UncompilableAdviceTests.Token has done its work, or declare it weak, where somebody else owns the UncompilableAdviceTests.Token: the closure at UncompilableAdviceTests.swift:\(#line - 3) captures the variable itself, which keeps its value."
      ])
  }

  private protocol Source<Element> {
    associatedtype Element
    func next() -> Element
  }

  private struct KeeperSource: Source {
    let keeper: Keeper
    func next() -> Bool { keeper.isKept }
  }

  @Test func `What a protocol's value has inside has no name`() async {
    let advice = await Self.advice {
      let keeper = Keeper()
      let source: any Source<Bool> = KeeperSource(keeper: keeper)
      keeper.handler = { _ = source.next() }
      return keeper
    }
    #expect(
      advice == [
        "Try a weak capture of the UncompilableAdviceTests.Keeper alone in the closure at UncompilableAdviceTests.swift:\(#line - 3): it captures a whole value, whose keeper keeps the UncompilableAdviceTests.Keeper."
      ])
  }

  @Test func `A name that the capture list gives is not known in it`() async {
    let advice = await Self.advice {
      let keeper = Keeper()
      keeper.handler = { [pair = (keeper, 3)] in _ = pair }
      return keeper
    }
    #expect(
      advice == [
        "Try a weak capture of the UncompilableAdviceTests.Keeper alone in the closure at UncompilableAdviceTests.swift:\(#line - 3): it captures a whole value, whose element 0 keeps the UncompilableAdviceTests.Keeper."
      ])
  }

  private final class Counting {
    var count = 0
  }

  @Test func `Closures that call one another become functions together`() async {
    let advice = await Self.advice {
      let counting = Counting()
      var ping: ((Int) -> Void)?
      var pong: ((Int) -> Void)?
      ping = { number in
        counting.count += number
        if number > 0 { pong?(number - 1) }
      }
      pong = { number in if number > 0 { ping?(number - 1) } }
      return counting
    }
    #expect(
      advice == [
        "Use local functions for all closures of the cycle, instead of variables that have them: they are called without a reference. Or set ping to nil when it has done its work: the closure at UncompilableAdviceTests.swift:\(#line - 3) captures the variable itself, which keeps its value."
      ])
  }

  private final class Delivery: @unchecked Sendable {
    var item: DispatchWorkItem?
    var count = 0

    func notify() {
      let item = DispatchWorkItem {}
      item.notify(queue: .global()) { self.count += 1 }
      self.item = item
    }
  }

  /// Performing it does.
  @Test func `What a work item is to tell others is freed when it has run`() async {
    let advice = await Self.advice {
      let delivery = Delivery()
      delivery.notify()
      return delivery
    }
    #expect(
      advice == [
        "Try [weak self] in the closure at UncompilableAdviceTests.swift:\(#line - 12). The UncompilableAdviceTests.Delivery keeps the DispatchWorkItem that stores it."
      ])
  }
}
