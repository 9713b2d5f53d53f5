import Foundation
import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// What keeps an object when its holder has let go of it.
@Suite(.slow) struct CycleAfterwardsTests {
  private final class Player {
    nonisolated(unsafe) static var kept: Player?
    var handler: (() -> Void)?
    var count = 0

    func listen() { handler = { self.count += 1 } }
  }

  private final class Watcher: @unchecked Sendable {
    let center = NotificationCenter.default
    var token: (any NSObjectProtocol)?
    var count = 0

    func observe() {
      token = center.addObserver(forName: .init("CycleAfterwards"), object: nil, queue: nil) { _ in
        self.count += 1
      }
    }
  }

  /// A player that its own timer plays, which Dispatch has until it is cancelled.
  private final class Deck: @unchecked Sendable {
    var handler: (() -> Void)?
    var timer: (any DispatchSourceTimer)?
    var count = 0

    func start() {
      let timer = DispatchSource.makeTimerSource()
      timer.schedule(deadline: .now() + 100)
      timer.setEventHandler { self.count += 1 }
      timer.activate()
      self.timer = timer
    }
  }

  private static func holder(of make: () -> AnyObject) async -> Holder? {
    let report = await LeakDetector.detect(within: .milliseconds(50), make)
    guard case .held(let holders)? = report.leaks.first?.verdict else { return nil }
    return holders.first
  }

  @Test func `A closure's cycle keeps what a static variable has let go of`() async {
    let holder = await Self.holder {
      let player = Player()
      player.listen()
      Player.kept = player
      return player
    }
    Player.kept?.handler = nil
    Player.kept = nil
    #expect(holder?.text == "static CycleAfterwardsTests.Player.kept")
    let closure = holder?.cycleAfterwards?.steps.last?.capture?.function
    #expect(closure == "closure #1 in CycleAfterwardsTests.Player.listen()")
  }

  @Test(.ofLibrarySymbols)
  func `A cycle by the registration that holds the object is over with it`() async {
    weak var watcher: Watcher?
    let holder = await Self.holder {
      let made = Watcher()
      made.observe()
      watcher = made
      return made
    }
    if let watcher, let token = watcher.token { watcher.center.removeObserver(token) }
    #expect(holder?.text.hasPrefix("an observer that NotificationCenter keeps") == true)
    #expect(holder?.cycleAfterwards == nil)
  }

  @Test(arguments: [true, false])
  func `A closure's cycle keeps what its own timer has let go of`(isCyclic: Bool) async {
    weak var deck: Deck?
    let holder = await Self.holder {
      let made = Deck()
      made.start()
      if isCyclic { made.handler = { made.count += 1 } }
      deck = made
      return made
    }
    deck?.timer?.cancel()
    deck?.handler = nil
    #expect(holder?.text.hasPrefix("a dispatch timer") == true)
    #expect((holder?.cycleAfterwards != nil) == isCyclic)
  }
}
