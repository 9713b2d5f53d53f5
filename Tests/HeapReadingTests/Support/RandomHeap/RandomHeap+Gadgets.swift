extension RandomHeap {
  /// Gives about half of the properties of `gadget` a value.
  @inline(never)
  mutating func equip(_ gadget: Gadget) {
    for property in 0...20 where chance(of: 2) {
      switch property {
      case 0: gadget.next = part()
      case 1: gadget.observer = part()
      case 2: gadget.helper = part()
      case 3: gadget.pair = (partOrNone(), 1, partOrNone())
      case 4: gadget.power = chance(of: 3) ? .standby : .on(part())
      case 5: gadget.state = state()
      case 6: gadget.screen = screen()
      case 7: gadget.spare = screen()
      case 8: gadget.handler = handler(of: gadget)
      case 9: gadget.transform = transform()
      case 10: gadget.start = task()
      case 11: gadget.list = [partOrNone(), part(), partOrNone()]
      case 12: gadget.states = (0..<draw(1...4)).map { _ in state() }
      case 13: gadget.handlers = (0..<draw(1...4)).map { _ in handler(of: gadget) }
      case 14: gadget.members = [part(), part(), part()]
      case 15: for name in 0..<draw(1...20) { gadget.byName["\(name)"] = part() }
      case 16: gadget.byPart = [part(): [screen(), screen()]]
      case 17: anything(gadget)
      case 18: gadget.failure = Gadget.Damage(culprit: part(), cost: 3)
      case 19: gadget.anyKey = chance(of: 2) ? AnyHashable(part()) : AnyHashable([part()])
      default: _ = gadget.assembled
      }
    }
  }

  private mutating func anything(_ gadget: Gadget) {
    switch draw(0...4) {
    case 0: gadget.anything = part()
    case 1: gadget.anything = screen()
    case 2: gadget.anything = handler(of: gadget)
    case 3: gadget.anything = [part()]
    default: gadget.anything = Optional(state()) as Any
    }
    gadget.named = chance(of: 2) ? part() : Label(number: 1, value: (part(), part(), part()))
    gadget.attached = partOrNone()
  }

  private mutating func state() -> Gadget.State {
    switch draw(0...6) {
    case 0: return .idle
    case 1: return .showing(part())
    case 2: return .moving(from: part(), to: partOrNone(), step: 1)
    case 3: return .waiting(handler(of: part()))
    case 4: return .failed(Gadget.Damage(culprit: part(), cost: 1))
    case 5: return .after(state(), part())
    default: return .done
    }
  }

  private mutating func screen() -> Gadget.Screen {
    Gadget.Screen(
      isOn: chance(of: 2), cover: partOrNone(), viewer: partOrNone(), state: state(),
      margins: (1, partOrNone(), 2))
  }
}
