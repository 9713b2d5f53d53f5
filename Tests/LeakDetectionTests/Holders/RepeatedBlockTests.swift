import Foundation
import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// Closures that are run once, and may have themselves made anew; and such that are never run.
@Suite(.slow, .serialized, .disabled(if: isOptimized, "functions are inlined there"))
struct RepeatedBlockTests {
  private static func advice(_ body: @Sendable () -> Void) async throws -> String {
    let report = await LeakDetector.detect(within: .milliseconds(20)) { body() }
    guard case .held(let holders)? = report.leaks.first?.verdict else { return "" }
    return holders.first?.advice ?? ""
  }

  private final class Poll: @unchecked Sendable {
    private let queue = DispatchQueue(label: "RepeatedBlockTests")
    private var other: Poll?
    private var isWanted = true

    func tick() {
      queue.asyncAfter(deadline: .now() + 60) { self.tick() }
    }

    func schedule() {
      queue.asyncAfter(deadline: .now() + 60) { [self] in
        step()
      }
    }

    private func step() {
      if isWanted { schedule() }
    }

    func startOther() {
      queue.asyncAfter(deadline: .now() + 60) {
        self.other?.startOther()
      }
    }

    func sleepAndTick() {
      Task {
        try? await Task.sleep(for: .seconds(60))
        self.sleepAndTick()
      }
    }

    func stop() { isWanted = false }

    private var onChange: (() -> Void)?

    /// Has a closure that calls this function, which nothing runs by itself.
    func bind() {
      onChange = { [weak self] in self?.bind() }
      let other = Holding { self.bind() }
      queue.asyncAfter(deadline: .now() + 60) { other.run() }
    }

    /// Waits for another function of the same name.
    func load() {
      Task {
        await load(1)
      }
    }

    func load(_ number: Int) async {
      try? await Task.sleep(for: .seconds(60))
    }
  }

  private final class Holding: @unchecked Sendable {
    private let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
    func run() { body() }
  }

  @Test func `A closure that something behind the block has stored`() async throws {
    let advice = try await Self.advice { Poll().bind() }
    #expect(advice.hasPrefix("It goes when the block has run. Allow more time, or write "))
  }

  @Test func `A task that waits for another function of the name`() async throws {
    let advice = try await Self.advice { Poll().load() }
    #expect(advice.hasPrefix("It goes when the task has finished. "), "\(advice)")
  }

  private static let end = "End that before the check, or write [weak self] in the block."

  @Test func `A block that calls what makes it`() async throws {
    let advice = try await Self.advice { Poll().tick() }
    #expect(
      advice
        == "It goes when the block has run, and each that it may schedule by tick(). \(Self.end)")
  }

  @Test func `A block that does so by another function`() async throws {
    let advice = try await Self.advice { Poll().schedule() }
    #expect(
      advice
        == "It goes when the block has run, and each that it may schedule by schedule(). \(Self.end)"
    )
  }

  @Test func `A block that calls the function of another object`() async throws {
    let advice = try await Self.advice { Poll().startOther() }
    #expect(
      advice
        == "It goes when the block has run. Allow more time, or write [weak self] in the block.")
  }

  @Test func `A task that starts the next`() async throws {
    let advice = try await Self.advice { Poll().sleepAndTick() }
    #expect(
      advice
        == "It goes when the task has finished, and each that it may start by sleepAndTick(). cancel() the task if that ends it, end what "
        + "it waits for, or write [weak self] in its closure. A guard let above an await keeps it as well, and so does a method of its "
        + "own that awaits.")
  }

  private final class Retry: @unchecked Sendable {
    private var isWanted = true

    func run() { run(after: 600) }

    func run(after seconds: Int, _ note: String = "") {
      DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) {
        if self.isWanted { self.run() }
      }
    }

    func check() {
      DispatchQueue.global().asyncAfter(deadline: .now() + 600) { self.check(times: 2) }
    }

    func check(times: Int) { isWanted = times > 0 }

    func end() { isWanted = false }
  }

  @Test func `Functions of one name are told apart by their labels`() async throws {
    #expect(
      try await Self.advice { Retry().run() }
        == "It goes when the block has run, and each that it may schedule by run(). \(Self.end)")
    #expect(
      try await Self.advice { Retry().check() }
        == "It goes when the block has run. Allow more time, or write [weak self] in the block.")
  }

  /// It may be written to while it is read.
  @Test func `A source may end anywhere`() {
    let source = """
      final class A<T> { func run(_ a: Int, by b: [T: (T, T)] = [:]) { q.async { self.run(1, by: x ? y : z) } }
        func end(of a: A) { q.async { a.run((1, 2)); self?.end(of: }
      """
    var found: Set<String> = []
    for length in 0...source.count {
      let source = SourceFiles.Source(sketch: String(source.prefix(length)))
      for brace in source.outline.braces.indices {
        if let name = source.functionCalledAgain(fromClosureAt: brace, by: "a") {
          found.insert(name)
        }
      }
    }
    #expect(found == ["run()", "end()"])
  }

  private final class Late: @unchecked Sendable {
    private var isDone = false
    func start(on queue: DispatchQueue) {
      queue.asyncAfter(deadline: .now() + 0.01) { self.isDone = true }
    }
  }

  @Test func `A block that is due on a suspended queue`() async throws {
    let queue = DispatchQueue(label: "RepeatedBlockTests.suspended")
    queue.suspend()
    let report = await LeakDetector.detect(within: .milliseconds(400)) { Late().start(on: queue) }
    queue.resume()
    guard case .held(let holders)? = report.leaks.first?.verdict else {
      Issue.record("\(report)")
      return
    }
    #expect(
      holders.map(\.text) == [
        "a block of asyncAfter that is due, and that its queue has not run (closure #1 in RepeatedBlockTests.Late.start(on:))"
      ])
    #expect(
      holders.map(\.advice) == [
        "It goes when the block has run, which a suspended or blocked queue never does. Let the queue run, or write [weak self] in the block."
      ])
  }
}
