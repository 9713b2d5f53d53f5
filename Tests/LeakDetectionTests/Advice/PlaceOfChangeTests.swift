import Foundation
import LeakTesting
import TestOrder
import Testing

/// Where the advice says that something is to be changed, and what cannot be changed there.
@Suite(.slow, .disabled(if: isOptimized, "optimised, thunks and methods are inlined"))
struct PlaceOfChangeTests {
  /// The last lines of the reports on what `body` leaves: what is to be done.
  private static func advice(
    _ body: () async throws -> (any Sendable)?
  ) async throws -> [String] {
    let report = try await LeakDetector.detect(within: .milliseconds(50)) { _ = try await body() }
    return report.leaks.compactMap { leak in
      leak.description.components(separatedBy: "\n\n").last?
        .components(separatedBy: "\n").first.map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  // MARK: One change for two cycles

  private final class Channel {
    let receive: (Int) -> Void
    init(_ receive: @escaping (Int) -> Void) { self.receive = receive }
    static func pair(_ receive: @escaping (Int) -> Void) -> [Channel] {
      [Channel { receive($0) }, Channel(receive)]
    }
  }

  private final class Node {
    var channels: [Channel] = []
    private var sum = 0
    init() { channels = Channel.pair(add) }
    func add(_ number: Int) { sum += number }
  }

  /// The method is stored once by itself, and once in another closure: both are one place.
  @Test func oneChangeBreaksTwoCycles() async throws {
    #expect(
      try await Self.advice {
        _ = Node()
        return nil
      } == [
        "Try { [weak self] in self?.add($0) } instead of storing PlaceOfChangeTests.Node.add(_:) itself at "
          + "PlaceOfChangeTests.swift:33."
      ])
  }

  // MARK: A function for values of any type

  private static let curryLine = #line + 2
  private static func curry<A, B, C>(_ call: @escaping (A, B) -> C) -> (A) -> (B) -> C {
    { first in { second in call(first, second) } }
  }

  private final class Cart {
    var add: ((Int) -> Int)?
    private var sum = 0
    func connect() {
      add = PlaceOfChangeTests.curry { (cart: Cart, number: Int) in
        cart.sum += number
        return cart.sum
      }(self)
    }
  }

  @Test func whatAFunctionForAllTypesMakesIsReplaced() async throws {
    #expect(
      try await Self.advice {
        Cart().connect()
        return nil
      } == [
        """
        Try [weak first] in the closure at PlaceOfChangeTests.swift:\(Self.curryLine). Its type, a generic parameter, \
        has to be an AnyObject for that. Otherwise give PlaceOfChangeTests.Cart.add a closure with [weak self].
        """
      ])
  }

  // MARK: Entries that their dictionary's owner makes

  private struct Way {
    let coordinator: Coordinator
  }

  private final class Page {
    let way: Way
    init(_ way: Way) { self.way = way }
  }

  private final class Coordinator {
    var pages: [String: Page] = [:]
    func show() { pages["home"] = Page(Way(coordinator: self)) }
  }

  @Test func whatMakesTheEntriesOwnsThem() async throws {
    #expect(
      try await Self.advice {
        Coordinator().show()
        return nil
      } == [
        """
        Try an optional weak var on coordinator in the value that PlaceOfChangeTests.Page.way stores: a struct's properties can be \
        weak too. Or take the value out of PlaceOfChangeTests.Page.way when it is no longer needed.
        """
      ])
  }

  // MARK: Two closures that capture their own self

  private final class Token {
    let end: () -> Void
    init(_ end: @escaping () -> Void) { self.end = end }
  }

  private final class Signal {
    static let line = #line + 4
    private var listeners: [Int: () -> Void] = [:]
    func listen(_ listener: @escaping () -> Void) -> Token {
      listeners[listeners.count] = listener
      return Token {
        self.listeners = [:]
      }
    }
  }

  private final class Link {
    let next: AnyObject
    init(_ next: AnyObject) { self.next = next }
  }

  private final class Screen {
    static let line = #line + 4
    var ways: [AnyObject] = []
    private var count = 0
    func show(_ signal: Signal) {
      ways.append(signal.listen { self.count += 1 })
    }
  }

  /// The shorter way is told, and the token's closure is not on it.
  @Test func theShortestCycleIsTold() async throws {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let (signal, screen) = (Signal(), Screen())
      screen.show(signal)
      screen.ways.append(signal)
    }
    #expect(report.leaks.first?.path?.references.count == 5)
    #expect(
      report.leaks.first?.path?.steps.first?.description == ".ways[1]: PlaceOfChangeTests.Signal")
  }

  /// Where another way leads past a closure, its change is not offered instead.
  @Test(arguments: [false, true]) func theOtherClosureIsOfferedWhereItWouldDo(isPassed: Bool)
    async throws
  {
    let advice = try await Self.advice {
      let (signal, screen) = (Signal(), Screen())
      screen.show(signal)
      if isPassed { screen.ways.append(Link(Link(Link(Link(Link(signal)))))) }
      return nil
    }
    let instead =
      "If nothing else keeps the PlaceOfChangeTests.Screen, try it in the closure at PlaceOfChangeTests.swift:\(Signal.line) instead."
    #expect(advice.count == 1)
    #expect(
      advice.first?.contains(
        "Try [weak self] in the closure at PlaceOfChangeTests.swift:\(Screen.line).") == true)
    #expect(advice.first?.contains(instead) == !isPassed)
  }

  // MARK: A method has no capture list

  private final class Promise {
    static let line = #line + 6
    private var value: Int?
    func fulfill(_ value: Int) { self.value = value }
    init() {}
    convenience init(_ work: (@escaping (Int) -> Void) -> Void) {
      self.init()
      work(self.fulfill)
    }
  }

  @Test func aMethodIsWrapped() async throws {
    #expect(
      try await Self.advice {
        _ = Promise { fulfill in
          nonisolated(unsafe) let fulfill = fulfill
          DispatchQueue.global().asyncAfter(deadline: .now() + 600) { fulfill(1) }
        }
        return nil
      } == [
        "It goes when the block has run. Allow more time, or write a closure with [weak self] that calls "
          + "PlaceOfChangeTests.Promise.fulfill(_:) instead of the method itself at PlaceOfChangeTests.swift:\(Promise.line)."
      ])
  }

  // MARK: Two closures that capture their own self

  private static let lineOfSink = #line + 3
  private final class Source<Value> {
    init() {}
    init(sink: (@escaping (Value) -> Void) -> Void) { sink { self.send($0) } }
    private var observer: ((Value) -> Void)?
    func send(_ value: Value) { observer?(value) }
    func observe(_ observer: @escaping (Value) -> Void) { self.observer = observer }
    func map<Other>(_ transform: @escaping (Value) -> Other) -> Source<Other> {
      Source<Other> { sink in self.observe { sink(transform($0)) } }
    }
  }

  private final class Box {
    static let line = #line + 5
    private let source: Source<[Int]>
    private var count = 0
    init(_ source: Source<[Int]>) {
      self.source = source
      source.map(\.count).observe { count in self.count = count }
    }
  }

  @Test func theOtherClosureIsTold() async throws {
    #expect(
      try await Self.advice {
        _ = Box(Source())
        return nil
      } == [
        "Try [weak self] in the closure at PlaceOfChangeTests.swift:\(Box.line). The PlaceOfChangeTests.Source<Array<Int>> keeps "
          + "the PlaceOfChangeTests.Source<Int> that stores it. If nothing else keeps the PlaceOfChangeTests.Box, try it in the "
          + "closure at PlaceOfChangeTests.swift:\(Self.lineOfSink) instead."
      ])
  }

  // MARK: What is no variable of the program's

  private actor Session {
    private var answers: [String: @Sendable (Int) -> Void] = [:]
    func ask() async -> Int {
      await withCheckedContinuation { continuation in
        answers["question"] = { continuation.resume(returning: $0) }
      }
    }
  }

  @Test func aContinuationIsNotCapturedWeakly() async throws {
    #expect(
      try await Self.advice {
        let session = Session()
        Task { _ = await session.ask() }
        try await Task.sleep(for: .milliseconds(50))
        return nil
      } == [
        "Call resume() on the continuation on every path: until then its task keeps what it uses."
      ])
  }

  private final class Endless: Operation, @unchecked Sendable {
    private let hasBegun = Flag()
    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { hasBegun.isSet }
    override var isFinished: Bool { false }
    override func start() { hasBegun.set() }
  }

  private final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false
    var isSet: Bool { lock.withLock { value } }
    func set() { lock.withLock { value = true } }
  }

  @Test func anOperationHasToFinish() async throws {
    let advice = try await Self.advice {
      let queue = OperationQueue()
      let (first, second) = (Endless(), Endless())
      second.addDependency(first)
      queue.addOperation(first)
      queue.addOperation(second)
      return nil
    }
    #expect(
      advice == [
        "Let the operation finish, also when it was cancelled: an operation and those that wait for it keep one another until then. "
          + "Or take it away with removeDependency(_:)."
      ])
  }
}
