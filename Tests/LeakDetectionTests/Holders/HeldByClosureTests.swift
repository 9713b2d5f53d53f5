import Dispatch
import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// What is to be written where a closure on the way has the object, and a weak capture of that is no help, or cannot be written at the place.
@Suite(.slow, .disabled(if: isOptimized, "variables are those of an unoptimised build"))
struct HeldByClosureTests {
  private static func advice(_ body: @Sendable () -> AnyObject?) async throws -> String {
    let report = await LeakDetector.detect(within: .milliseconds(50)) { body() }
    guard case .held(let holders)? = report.leaks.first?.verdict else {
      return String(describing: report)
    }
    return holders.first?.advice.replacing(/HeldByClosureTests\.(?!swift)/, with: "") ?? ""
  }

  private static let soon = DispatchTime.now() + 600

  private final class Proxy: Sendable {
    let target: Clock
    init(_ target: Clock) { self.target = target }
  }

  private final class Clock: @unchecked Sendable {
    var timer: (any DispatchSourceTimer)?
    private(set) var ticks = 0
    func tick() { ticks += 1 }
  }

  @Test func `A proxy that nothing else keeps would go at once`() async throws {
    let advice = try await Self.advice {
      let clock = Clock()
      let proxy = Proxy(clock)
      let timer = DispatchSource.makeTimerSource()
      timer.schedule(deadline: Self.soon)
      timer.setEventHandler { proxy.target.tick() }
      timer.resume()
      clock.timer = timer
      return clock
    }
    #expect(
      advice
        == "cancel() the source when it is no longer needed, or write an optional weak var for Proxy.target."
    )
  }

  private final class Owner: @unchecked Sendable {
    private let clock = Clock()
    func start() {
      DispatchQueue.global().asyncAfter(deadline: HeldByClosureTests.soon) { self.clock.tick() }
    }
    var part: Clock { clock }
  }

  @Test func `What makes its object is its owner`() async throws {
    let advice = try await Self.advice {
      let owner = Owner()
      owner.start()
      return owner.part
    }
    #expect(
      advice
        == "It goes when the block has run. Allow more time, or write [weak self] in the block.")
  }

  @Test func `A variable that is set later has no value yet`() async throws {
    let advice = try await Self.advice {
      nonisolated(unsafe) var clock: Clock?
      DispatchQueue.global().asyncAfter(deadline: Self.soon) { clock?.tick() }
      clock = Clock()
      return clock
    }
    #expect(
      advice
        == "It goes when the block has run. Allow more time, or write weak before var clock, where something else owns the Clock."
    )
  }

  private final class Hub: @unchecked Sendable {
    var observers: [(Int) -> Void] = []
    func observe(_ body: @escaping (Int) -> Void) { observers.append { body($0 + 1) } }
  }

  private static let hub = Hub()

  private final class Listener {
    private var count = 0
    func listen() { HeldByClosureTests.hub.observe { self.count += $0 } }
    static let line = #line - 1
  }

  /// A closure cannot be referred to weakly.
  @Test func `The closure in a closure has the capture list`() async throws {
    let advice = try await Self.advice {
      let listener = Listener()
      listener.listen()
      return listener
    }
    #expect(
      advice
        == "It lives as long as that variable leads to it. Take the closure out of Hub.observers before the check, or write [weak self] in the closure at HeldByClosureTests.swift:\(Listener.line)."
    )
    Self.hub.observers = []
  }

  private final class Lamp: @unchecked Sendable {
    private let timer = DispatchSource.makeTimerSource()
    private var isOn = true

    func start() {
      timer.schedule(deadline: HeldByClosureTests.soon)
      timer.setEventHandler { [weak self] in self?.isOn.toggle() }
      timer.setCancelHandler { self.isOn = false }
      timer.resume()
    }
  }

  @Test func `A timer's cancel handler is not its event handler`() async throws {
    let advice = try await Self.advice {
      Lamp().start()
      return nil
    }
    #expect(
      advice
        == "cancel() the source when it is no longer needed. Let its cancel handler capture what it ends: with a weak capture it would do nothing when the object has gone."
    )
  }
}
