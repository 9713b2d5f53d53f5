import LeakTesting
import Testing

@testable import LeakExplaining

/// What somebody outside made, and nothing in the group keeps after the change: where the check names another object, the edit is left to
/// a person.
@Suite(.disabled(if: isOptimized, "lines and names are those of an unoptimised build"))
struct PossibleLossTests {
  /// The advice and the edits of each cut.
  private static func cuts(named: Bool, _ make: (Bool) -> Void) async -> [[String]] {
    let report = await LeakDetector.detect(within: .milliseconds(50)) { make(named) }
    print(
      "CUTS", named,
      report.leaks.first?.path?.cuts.map { [$0.advice] + $0.edits.map(\.replacement) } ?? [])
    return report.leaks.first?.path?.cuts.map { [$0.advice] + $0.edits.map(\.replacement) } ?? []
  }

  private static func name(_ object: AnyObject, _ isNamed: Bool) {
    if isNamed { trackForLeaks(object) }
  }

  private final class Engine {
    var onTick: (() -> Void)?
  }

  private final class Logger {
    var engine: Engine?
    var ticks = 0
    init(_ engine: Engine) { self.engine = engine }
    func start() { engine?.onTick = { self.ticks += 1 } }
  }

  private static let tick =
    "Try [weak self] in the closure at PossibleLossTests.swift:31. The PossibleLossTests.Logger keeps the PossibleLossTests.Engine that "
    + "stores it."

  @Test func `The self that nobody else keeps`() async {
    func make(_ isNamed: Bool) {
      let engine = Engine()
      Logger(engine).start()
      Self.name(engine, isNamed)
    }
    #expect(
      await Self.cuts(named: true, make) == [
        [
          Self.tick
            + " If nothing else keeps the PossibleLossTests.Logger, try weak var on PossibleLossTests.Logger.engine instead."
        ]
      ])
    #expect(await Self.cuts(named: false, make) == [[Self.tick, " [weak self] in", "?"]])
  }

  private final class Router {
    var handlers: [String: Handler] = [:]
  }

  private final class Handler {
    let router: Router
    init(_ router: Router) { self.router = router }
  }

  private static let entry =
    "Take the PossibleLossTests.Handler out of PossibleLossTests.Router.handlers when it is no longer needed, or keep only "
    + "a weak reference to it there if something else owns it."

  @Test func `An entry of a dictionary`() async {
    func make(_ isNamed: Bool) {
      let router = Router()
      router.handlers["/"] = Handler(router)
      Self.name(router, isNamed)
    }
    #expect(
      await Self.cuts(named: true, make) == [
        [
          Self.entry
            + " If nothing else keeps the PossibleLossTests.Handler, try an optional weak var, or unowned, on "
            + "PossibleLossTests.Handler.router instead."
        ]
      ])
    #expect(
      await Self.cuts(named: false, make) == [
        [
          Self.entry,
          """
           {
                get { weakHandlers.compactMapValues { $0() } }
                set { weakHandlers = newValue.mapValues { value in { [weak value] in value } } }
              }
              private var weakHandlers: [String: () -> Handler?] = [:]
          """,
        ]
      ])
  }

  private final class Player {
    enum State {
      case idle
      case playing(Session)
    }

    var state = State.idle
  }

  private final class Session {
    let player: Player
    init(_ player: Player) { self.player = player }
  }

  @Test func `A payload`() async {
    func make(_ isNamed: Bool) {
      let player = Player()
      player.state = .playing(Session(player))
      Self.name(player, isNamed)
    }
    let advice =
      "A payload cannot be weak: keep the PossibleLossTests.Session in a weak var beside the enumeration, or in a small struct "
      + "that has one, or leave the case when it is no longer needed."
    #expect(
      await Self.cuts(named: true, make) == [
        [
          advice
            + " If nothing else keeps the PossibleLossTests.Session, try an optional weak var, or unowned, on "
            + "PossibleLossTests.Session.player instead."
        ]
      ])
    let cuts = await Self.cuts(named: false, make)
    #expect(cuts.map(\.first) == [advice])
    #expect(cuts.map(\.count) == [2])
  }

  private final class City {
    var neighbours: [City] = []
  }

  /// Whether each is to be taken out of the other one's list nobody knows.
  @Test func `Objects of one type that have one another`() async {
    func make(_ isNamed: Bool) {
      let (first, second) = (City(), City())
      first.neighbours = [second]
      second.neighbours = [first]
      Self.name(first, isNamed)
    }
    let advice =
      "Take the PossibleLossTests.City out of PossibleLossTests.City.neighbours when it is no longer needed, or keep only a "
      + "weak reference to it there if something else owns it."
    #expect(await Self.cuts(named: true, make) == [[advice]])
    let cuts = await Self.cuts(named: false, make)
    #expect(cuts.map(\.first) == [advice])
    #expect(cuts.map(\.count) == [2])
  }

  private protocol Delegate: AnyObject {}

  private final class Feed {
    var delegate: (any Delegate)?
  }

  private final class Spy: Delegate {
    let feed: Feed
    init(_ feed: Feed) { self.feed = feed }
  }

  /// That somebody else is to own a delegate goes without saying.
  @Test func `A delegate of the test's`() async {
    func make(_ isNamed: Bool) {
      let feed = Feed()
      feed.delegate = Spy(feed)
      Self.name(feed, isNamed)
    }
    for isNamed in [false, true] {
      #expect(
        await Self.cuts(named: isNamed, make) == [
          ["Try weak var on PossibleLossTests.Feed.delegate.", "weak "]
        ])
    }
  }

  private final class Coordinator {
    let model = Model()
    var ends = 0
    func start() { model.onEnd = { self.ends += 1 } }
  }

  private final class Model {
    var onEnd: (() -> Void)?
  }

  /// Who makes what the check names was there first.
  @Test func `The self that makes what is named`() async {
    func make(_ isNamed: Bool) {
      let coordinator = Coordinator()
      coordinator.start()
      Self.name(coordinator.model, isNamed)
    }
    for isNamed in [false, true] {
      #expect(
        await Self.cuts(named: isNamed, make) == [
          [
            "Try [weak self] in the closure at PossibleLossTests.swift:182. The PossibleLossTests.Coordinator keeps the "
              + "PossibleLossTests.Model that stores it.", " [weak self] in", "?",
          ]
        ])
    }
  }
}
