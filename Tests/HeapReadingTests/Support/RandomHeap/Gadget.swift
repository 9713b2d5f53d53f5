extension RandomHeap {
  /// A part with stored properties of many types, all of them laid out by the compiler.
  final class Gadget: Part {
    struct Screen {
      var isOn = false
      var cover: Part?
      weak var viewer: Part?
      var state = State.idle
      var margins: (Int8, Part?, UInt16) = (0, nil, 0)
    }

    enum State {
      case idle
      case showing(Part)
      case moving(from: Part, to: Part?, step: Int8)
      case waiting(() -> Void)
      case failed(any Error)
      indirect case after(State, Part)
      case done
    }

    /// One payload that is a reference, and spare bits for the rest.
    enum Power {
      case off
      case on(Part)
      case standby
    }

    struct Damage: Error, @unchecked Sendable {
      var culprit: Part
      var cost: Int
    }

    var next: Part?
    weak var observer: Part?
    unowned(unsafe) var helper: Part?
    var step: Int8 = 0
    var pair: (Part?, Int8, Part?) = (nil, 0, nil)
    var power = Power.off
    var state = State.idle
    var screen = Screen()
    var spare: Screen?
    var handler: (() -> Void)?
    var transform: ((Int, Part?) -> Part?)?
    var start: (() async throws -> Void)?
    var list: [Part?] = []
    var states: [State] = []
    var handlers: [() -> Void] = []
    var members: Set<Part> = []
    var byName: [String: Part] = [:]
    var byPart: [Part: [Screen]] = [:]
    var anything: Any = 0
    var named: (any Named)?
    var attached: (any Attached)?
    var failure: (any Error)?
    var anyKey: AnyHashable = 0
    lazy var assembled: [Part] = [self]

    override func sever() {
      super.sever()
      next = nil
      pair = (nil, 0, nil)
      power = .off
      state = .idle
      screen = Screen()
      spare = nil
      handler = nil
      transform = nil
      start = nil
      list = []
      states = []
      handlers = []
      members = []
      byName = [:]
      byPart = [:]
      anything = 0
      named = nil
      attached = nil
      failure = nil
      anyKey = 0
      assembled = []
    }
  }
}
