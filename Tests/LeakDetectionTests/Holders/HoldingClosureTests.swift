import Dispatch
import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// What is told of the closure through which something holds an object, and of what a capture list changes.
@Suite(.slow, .serialized) struct HoldingClosureTests {
  final class Player: @unchecked Sendable {
    nonisolated(unsafe) static var onEnd: (() -> Void)?
    nonisolated(unsafe) static var onSeek: ((Int) -> Void)?
    var count = 0
    func stop() { count = 0 }
    func play() async { try? await Task.sleep(for: .seconds(600)) }
  }

  private static func holder(of make: () -> Player) async -> Holder? {
    let report = await LeakDetector.detect(within: .milliseconds(50), make)
    Player.onEnd = nil
    Player.onSeek = nil
    guard case .held(let holders)? = report.leaks.first?.verdict else { return nil }
    return holders.first
  }

  private static func capture(of holder: Holder?) -> RetainPath.Step.Capture? {
    guard let path = holder?.path, path.steps.count == 1 else { return nil }
    return path.steps[0].capture
  }

  private static let beginning =
    "It lives as long as that variable refers to it. Clear the variable before the check, or "

  @Test func `A closure of one object in a variable`() async {
    let line = #line + 3
    let holder = await Self.holder {
      let player = Player()
      Player.onEnd = { player.count += 1 }
      return player
    }
    #expect(Self.capture(of: holder)?.variable == "player")
    #expect(
      holder?.advice == Self.beginning
        + "write [weak player] in the closure at HoldingClosureTests.swift:\(line).")
  }

  @Test func `A closure with a context in a variable`() async {
    let line = #line + 4
    let holder = await Self.holder {
      let player = Player()
      let step = player.count + 2
      Player.onSeek = { player.count += $0 * step }
      return player
    }
    #expect(Self.capture(of: holder)?.variable == "player")
    #expect(
      holder?.advice == Self.beginning
        + "write [weak player] in the closure at HoldingClosureTests.swift:\(line).")
  }

  @Test func `A method in a variable`() async {
    let holder = await Self.holder {
      let player = Player()
      Player.onEnd = player.stop
      return player
    }
    #expect(Self.capture(of: holder)?.target?.hasSuffix("Player") == true)
    #expect(
      holder?.advice == Self.beginning
        + "store a closure with a weak capture of the HoldingClosureTests.Player that calls the method."
    )
  }

  /// What is said of a player that a task keeps, which ends afterwards.
  @Test(.disabled(if: isOptimized, "lines are those of an unoptimised build"))
  func `A block that has another closure, which captures the object`() async {
    let line = #line + 3
    let holder = await Self.holder {
      let player = Player()
      let stop: @Sendable () -> Void = { player.stop() }
      DispatchQueue.global().asyncAfter(deadline: .now() + 600) { stop() }
      return player
    }
    #expect(
      holder?.advice
        == "It goes when the block has run. Allow more time, or write [weak player] in the closure at HoldingClosureTests.swift:\(line)."
    )
  }

  private static func advice(_ body: (Player) -> Task<Void, Never>) async -> String? {
    let player = Player()
    let task = body(player)
    // It has to be as far as it gets.
    try? await Task.sleep(for: .milliseconds(50))
    let holder = await holder { player }
    task.cancel()
    return holder?.advice
  }

  @Test(.disabled(if: isOptimized, "a task may go on in another function there"))
  func `A task in a method of the object, or in its closure`() async {
    let beginning = "It goes when the task has finished. cancel() the task if that ends it, "
    #expect(
      await Self.advice { player in Task { await player.play() } } == beginning
        + "or end what it waits for: a function that has not returned keeps what its variables have, whatever a capture list says."
    )
    let closure = await Self.advice { player in
      Task {
        try? await Task.sleep(for: .seconds(600))
        player.count += 1
      }
    }
    #expect(
      closure == beginning
        + "end what it waits for, or write [weak player] in its closure. A guard let above an await keeps it as well, and so does "
        + "a method of its own that awaits.")
  }

  /// Where the task's closure says `[weak self]`, nobody is told to write it.
  @Test func `What a task has without its closure`() {
    func advice(_ name: String?, in closure: RetainPath.Step.Capture? = nil) -> String {
      HoldingPlace(.task, name: name, wait: "sleeps").advice(in: closure)
    }
    let capture = RetainPath.Step.Capture(
      function: "closure #1 in Player.start()", target: "Shop.Player", isSelf: true)
    #expect(!advice("closure #1 in Player.start()").contains("[weak"))
    #expect(!advice("Player.play()").contains("[weak"))
    #expect(!advice(nil).contains("[weak"))
    #expect(!advice("Player.play()", in: capture).contains("[weak"))
    #expect(!advice("Store.load()", in: capture).contains("[weak"))
    #expect(!advice(nil, in: capture).contains("[weak"))
    #expect(advice("closure #1 in Player.start()", in: capture).contains("[weak self]"))
    var running = HoldingPlace(.task, name: capture.function, wait: "is running")
    #expect(!running.advice(in: capture).contains("[weak"))
    running.wait = "sleeps"
    #expect(running.advice(in: capture).contains("[weak self]"))
  }
}
