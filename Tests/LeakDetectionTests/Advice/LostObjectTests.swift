import LeakTesting
import Testing

@testable import LeakExplaining

/// What one of the group makes, and has by one reference alone, is not cut off: what leads on from there is changed.
@Suite(.disabled(if: isOptimized, "lines and names are those of an unoptimised build"))
struct LostObjectTests {
  /// The advice and the edits of each cut.
  private static func cuts(_ make: () -> AnyObject) async -> [[String]] {
    let report = await LeakDetector.detect(within: .milliseconds(50)) { make() }
    print(
      "CUTS", report.leaks.first?.path?.cuts.map { [$0.advice] + $0.edits.map(\.replacement) } ?? []
    )
    return report.leaks.first?.path?.cuts.map { [$0.advice] + $0.edits.map(\.replacement) } ?? []
  }

  private protocol Delegate: AnyObject {
    func changed()
  }

  private final class Table {
    var delegate: (any Delegate)?
  }

  private final class Helper {
    var screen: Screen?
    init(_ screen: Screen) { self.screen = screen }
  }

  private final class Handler: Delegate {
    let helper: Helper
    init(_ helper: Helper) { self.helper = helper }
    func changed() { helper.screen?.changes += 1 }
  }

  private final class Screen {
    let table = Table()
    var changes = 0
    init() { table.delegate = Handler(Helper(self)) }
  }

  /// A weak delegate would go at once, with its helper.
  @Test func `A delegate with a helper`() async {
    #expect(
      await Self.cuts { Screen() } == [
        ["Try weak var on LostObjectTests.Helper.screen.", "weak "]
      ])
  }

  private final class ResponseHandler {
    let client: Client
    init(_ client: Client) { self.client = client }
    func handle(_ response: Int) { client.received += response }
  }

  private final class Client {
    var pending: [Int: (Int) -> Void] = [:]
    var received = 0

    func send() {
      let handler = ResponseHandler(self)
      pending[1] = { handler.handle($0) }
    }
  }

  /// The edit is left out: who has a copy of the closure may call it when the client has gone.
  @Test func `What the closure of a request captures`() async {
    #expect(
      await Self.cuts {
        let client = Client()
        client.send()
        return client
      } == [
        [
          "LostObjectTests.ResponseHandler.client cannot be weak as it is declared. Try an optional weak var, or unowned if the "
            + "LostObjectTests.Client always outlives the LostObjectTests.ResponseHandler."
        ]
      ])
  }

  private final class Debouncer {
    var onFire: (() -> Void)?
    var onCancel: (() -> Void)?
    func fire() { onFire?() }
  }

  private final class Field {
    var onChange: (() -> Void)?
    var text = ""

    func bind(isCancelled: Bool) {
      let debouncer = Debouncer()
      debouncer.onFire = { self.text = "fired" }
      if isCancelled {
        debouncer.onCancel = { self.text = "cancelled" }
      }
      onChange = { debouncer.fire() }
    }
  }

  private static func field(isCancelled: Bool) -> Field {
    let field = Field()
    field.bind(isCancelled: isCancelled)
    return field
  }

  private static func change(at line: Int) -> [String] {
    [
      "Try [weak self] in the closure at LostObjectTests.swift:\(line). The LostObjectTests.Field keeps the LostObjectTests.Debouncer "
        + "that stores it.", " [weak self] in", "?",
    ]
  }

  @Test func `What captures self`() async {
    #expect(await Self.cuts { Self.field(isCancelled: false) } == [Self.change(at: 94)])
  }

  /// One change of the third closure would do for both, and let the debouncer go.
  @Test func `Two that capture self`() async {
    #expect(
      await Self.cuts { Self.field(isCancelled: true) }
        == [Self.change(at: 94), Self.change(at: 96)])
  }

  private final class Engine {
    var onTick: (() -> Void)?
    func attach() { Logger(self).start() }
  }

  private final class Logger {
    var engine: Engine?
    var ticks = 0
    init(_ engine: Engine) { self.engine = engine }
    func start() { engine?.onTick = { self.ticks += 1 } }
  }

  /// Nobody has the logger but its own closure, which the engine has.
  @Test func `What captures the self that nobody else keeps`() async {
    #expect(
      await Self.cuts {
        let engine = Engine()
        engine.attach()
        return engine
      } == [
        ["Try weak var on LostObjectTests.Logger.engine.", "weak "]
      ])
  }

  private final class Alarm {
    var ring: (() -> Void)?
  }

  private final class Snooze {
    let room: Room
    init(_ room: Room) { self.room = room }
    func end() { room.nights += 1 }
  }

  private final class Room {
    let alarm = Alarm()
    var nights = 0

    init() {
      let snooze = Snooze(self)
      alarm.ring = { snooze.end() }
    }
  }

  @Test func `What the closure of a part captures`() async {
    #expect(
      await Self.cuts { Room() } == [
        [
          "LostObjectTests.Snooze.room cannot be weak as it is declared. Try an optional weak var, or unowned if the "
            + "LostObjectTests.Room always outlives the LostObjectTests.Snooze."
        ]
      ])
  }

  private final class Meter {
    var onRead: (() -> Void)?
  }

  private final class Probe {
    let meter: Meter
    init(_ meter: Meter) { self.meter = meter }
    func read() {}
  }

  private final class Plant {
    let meter = Meter()
    init() {
      let probe = Probe(meter)
      meter.onRead = {
        probe.read()
        self.reads += 1
      }
    }
    var reads = 0
  }

  /// The plant has the meter as well: the probe need not.
  @Test func `What leads on to an object that is kept`() async {
    #expect(
      await Self.cuts { Plant() } == [
        [
          "Try [weak self] in the closure at LostObjectTests.swift:194. The LostObjectTests.Plant keeps the LostObjectTests.Meter that "
            + "stores it.", " [weak self] in", "guard let self else { return }\n        ",
        ],
        [
          "LostObjectTests.Probe.meter cannot be weak as it is declared. Try an optional weak var, or unowned if the "
            + "LostObjectTests.Meter always outlives the LostObjectTests.Probe."
        ],
      ])
  }

  private final class Alpha {
    var beta: Beta?
    func go() {}
  }

  private final class Beta {
    var alpha: Alpha?
    var hub: Hub?
  }

  private final class Hub {
    var run: (() -> Void)?

    init() {
      let (alpha, beta) = (Alpha(), Beta())
      alpha.beta = beta
      beta.alpha = alpha
      beta.hub = self
      run = { alpha.go() }
    }
  }

  /// Of two that have each other, and are made by a third, neither may go.
  @Test func `What would go in any case`() async {
    #expect(
      await Self.cuts { Hub() } == [
        [
          "Try weak var on LostObjectTests.Alpha.beta. Nothing else that was found keeps the LostObjectTests.Beta, which LostObjectTests.Hub "
            + "makes: keep it in a property as well, or it goes at once."
        ]
      ])
  }

  /// Whatever a check names, the same place is to change.
  @Test func `The place does not depend on what is named`() async {
    let named = await LeakDetector.detect(within: .milliseconds(50)) { Screen() }
    let found = await LeakDetector.detect(within: .milliseconds(50)) { _ = Screen() }
    let part = await LeakDetector.detect(within: .milliseconds(50)) { Screen().table }
    let fingerprints = [named, found, part].map { $0.leaks.first?.path?.fingerprint }
    #expect(Set(fingerprints).count == 1)
    #expect(fingerprints.first != .some(nil))
  }
}
