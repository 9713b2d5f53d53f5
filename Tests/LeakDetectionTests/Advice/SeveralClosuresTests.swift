import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// Cycles on which, or of which, several closures capture something: which of them is to change, and whether all are.
@Suite(.disabled(if: isOptimized, "lines and variables are those of an unoptimised build"))
struct SeveralClosuresTests {
  private static func path(_ make: @Sendable () -> AnyObject?) async throws -> RetainPath {
    let report = await LeakDetector.detect(within: .milliseconds(50)) { make() }
    return try #require(report.leaks.first?.path)
  }

  /// What a report tells of several cycles behind the last of them.
  private static func need(_ path: RetainPath) -> String? {
    path.drawingWithAdvice.split(separator: "\n\n").last.map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  // MARK: Parts

  private final class Executor: Sendable {
    let handler: @Sendable (Int) -> Void
    init(_ handler: @escaping @Sendable (Int) -> Void) { self.handler = handler }
    func connect() -> Connection { Connection(accept: handle) }
    func handle(_ value: Int) { handler(value) }
  }

  private final class Connection: Sendable {
    let accept: @Sendable (Int) -> Void
    init(accept: @escaping @Sendable (Int) -> Void) { self.accept = accept }
  }

  private final class Store: @unchecked Sendable {
    static let line = #line + 5
    private var connection: Connection?
    private var saved = 0

    func open() {
      connection = Executor { self.saved += $0 }.connect()
    }
  }

  /// The connection is all that keeps the executor, which the store has made.
  @Test func `A closure is not blamed for what it owns`() async throws {
    let path = try await Self.path {
      let store = Store()
      store.open()
      return store
    }
    #expect(
      path.steps[path.suspect].capture?.function
        == "closure #1 in SeveralClosuresTests.Store.open()")
    #expect(
      path.advice.hasPrefix(
        "Try [weak self] in the closure at SeveralClosuresTests.swift:\(Store.line)."))
    #expect(!path.advice.contains("Executor.handle"))
  }

  /// The same, where nobody asked for one of the objects by its name.
  @Test func `Nor where nothing is named`() async throws {
    let path = try await Self.path {
      Store().open()
      return nil
    }
    #expect(
      path.steps[path.suspect].capture?.function
        == "closure #1 in SeveralClosuresTests.Store.open()")
  }

  private final class Multicaster {
    var list: [Screen] = []
  }

  private final class Locator {
    let delegates = Multicaster()
  }

  private final class Screen {
    private let locator = Locator()
    func load() { locator.delegates.list.append(self) }
  }

  @Test func `What is made by what one made is a part as well`() async throws {
    let path = try await Self.path {
      let screen = Screen()
      screen.load()
      return screen
    }
    #expect(path.steps[path.suspect].property?.path == "list[0]")
  }

  // MARK: Closures in closures

  private final class Server: @unchecked Sendable {
    private var wrap: ((@escaping () -> Void) -> Void)?
    private var handler: (() -> Void)?
    private var count = 0

    func wire() {
      wrap = { next in
        self.handler = {
          self.count += 1
          next()
        }
      }
      wrap? {}
    }

    func wireByFunction() {
      func bump() { count += 1 }
      wrap = { _ in bump() }
      handler = { bump() }
    }
  }

  @Test func `The outer one may be all that has to change`() async throws {
    let path = try await Self.path {
      let server = Server()
      server.wire()
      return server
    }
    let outer = path.cuts.firstIndex {
      $0.steps[$0.suspect].capture?.function == "closure #1 in SeveralClosuresTests.Server.wire()"
    }
    let number = try #require(outer) + 1
    #expect(
      Self.need(path)
        == "Begin with \(number) of 2: the other closure is written inside that one, and gets self from it."
    )
  }

  @Test func `One local function is one change`() async throws {
    let path = try await Self.path {
      let server = Server()
      server.wireByFunction()
      return server
    }
    #expect(
      Self.need(path)
        == "Both cycles are broken by the same change: each cycle alone keeps objects alive, unless a deinit breaks it."
    )
  }

  // MARK: Other packages

  @Test(arguments: [
    (
      1,
      "Begin with 1 of 2: the other cycle is another package's, which may break it when what uses it has gone."
    ),
    (
      0, "Both changes are needed: each cycle alone keeps objects alive, unless a deinit breaks it."
    ),
  ])
  func cyclesOfOthersComeLast(count: Int, need: String) {
    var path = RetainPath.madeUp("Screen", advice: "Try this.")
    path.further = [RetainPath.madeUp("Signal", advice: "Try that.")]
    path.foreignCycles = count
    #expect(Self.need(path) == need)
  }
}

extension RetainPath {
  /// A cycle of one object and the property `next`.
  fileprivate static func madeUp(_ type: String, advice: String) -> RetainPath {
    RetainPath(
      start: "Shop.\(type)",
      steps: [
        .property(.init(owner: "Shop.\(type)", path: "next", target: "Shop.\(type)"))
      ], suspect: 0, advice: advice, references: [])
  }
}
