import LeakHeapModel
import LeakHeapReading
import LeakSymbolication
import LeakTesting
import Testing

@testable import LeakDeciding
@testable import LeakExplaining

/// Which reference of a cycle is to change where a closure alone keeps what it captures.
@Suite(.leakFree) struct OnlyOwnerTests {
  /// A game with a timer, whose closure captures a target that refers to the game.
  private static func advice(
    tracking tracked: Set<Int>, otherOwners: Int = 0, canBeWeak: Bool = true,
    targetMakesGame: Bool = false
  ) -> String? {
    var heap = HeapSketch()
    let game = heap.instance("Shop.Game")
    let timer = heap.instance("Shop.Timer")
    let target = heap.instance("Shop.Target")
    let closure = heap.function("closure #1 in Game.start()", in: "Game")
    heap.refer(game, to: timer, .property("timer"))
    heap.refer(timer, to: target, .property("handler"), function: closure)
    heap.refer(target, to: game, .property("game", canBeWeak: canBeWeak))
    if targetMakesGame { heap.make(game, by: target) }
    var evidence = heap.evidence(strong: [target: otherOwners])
    evidence.isNamed = { tracked.contains($0) }
    let graph = heap.graph
    let places = CutPlaces(
      of: graph.component(of: game).members, in: graph, evidence: evidence)
    return graph.shortestCycle(through: game).map { cycle in
      RetainPath.explaining(cycle.references, in: graph, at: places, of: evidence).path.advice
    }
  }

  private static let weakCapture = "Try a weak capture of Target in closure #1 in Game.start()."

  /// A weak target would go at once, and somebody had the game that was to go.
  @Test func `What nobody else keeps is not captured weakly`() {
    #expect(Self.advice(tracking: [0]) == "Try weak var on Target.game.")
  }

  @Test func `What somebody else keeps is`() {
    #expect(Self.advice(tracking: [0], otherOwners: 1) == Self.weakCapture)
  }

  @Test func `What was to go itself is`() {
    #expect(Self.advice(tracking: [0, 2]) == Self.weakCapture)
  }

  @Test func `Where nobody says so, both are told`() {
    #expect(
      Self.advice(tracking: [])
        == Self.weakCapture
        + " If nothing else keeps the Target, but something else keeps the Game, try weak var on Target.game instead."
    )
  }

  /// A weak property would lose what its owner has just made.
  @Test func `What makes the object that leads to the closure keeps that`() {
    #expect(Self.advice(tracking: [], targetMakesGame: true) == Self.weakCapture)
  }

  @Test func `It is where nothing else can be weak`() {
    #expect(Self.advice(tracking: [0], canBeWeak: false) == Self.weakCapture)
  }
}
