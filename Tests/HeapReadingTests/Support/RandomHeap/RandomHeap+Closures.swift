extension RandomHeap {
  /// A closure that captures `first` and other parts in one of many ways.
  @inline(never)
  mutating func handler(of first: Part) -> () -> Void {
    let second = part()
    let third = partOrNone()
    let number = draw(1...9)
    switch draw(0...17) {
    case 0: return { first.touch() }
    case 1: return first.touch
    case 2:
      return {
        first.touch()
        second.touch()
      }
    case 3:
      return { [weak first] in
        first?.touch()
        second.touch()
      }
    case 4:
      return { [unowned first] in
        first.touch()
        second.touch()
      }
    case 5:
      return { [unowned(unsafe) first, weak third] in
        first.touch()
        third?.touch()
      }
    case 6:
      return {
        third?.touch()
        use(number)
      }
    case 7: return captureVariables(first, second)
    case 8:
      let pair = (Int8(number), first, third)
      return { use(pair) }
    case 9:
      let inner = {
        first.touch()
        second.touch()
      }
      return {
        inner()
        use(number)
      }
    case 10:
      let state = number > 4 ? Gadget.State.moving(from: first, to: third, step: 1) : .done
      return {
        use(state)
        use(number)
      }
    case 11:
      let any: Any = number > 4 ? first : number
      return {
        use(any)
        second.touch()
      }
    case 12:
      let list = [first, second]
      let members: Set = [second]
      return {
        use(list)
        use(members)
      }
    case 13:
      let failure: any Error = Gadget.Damage(culprit: first, cost: number)
      return {
        use(failure)
        use(number)
      }
    case 14: return captureGeneric(first, number)
    case 15: return captureGeneric((first, third), { second.touch() })
    case 16:
      let screen = Gadget.Screen(cover: first, viewer: second, margins: (1, third, 2))
      return {
        use(screen)
        use(number)
      }
    default:
      let attached: (any Attached)? = third
      return { [first] in
        attached?.touch()
        first.touch()
      }
    }
  }

  /// A closure over a variable that another closure in it shares.
  private func captureVariables(_ first: Part, _ second: Part) -> () -> Void {
    var current: Part? = first
    var count = 0
    weak var watched: Part?
    let advance = {
      count += 1
      watched = second
      current = count > 1 ? nil : second
    }
    return {
      advance()
      use(current)
      watched?.touch()
      use(count)
    }
  }

  private func captureGeneric<First, Second>(_ first: First, _ second: Second) -> () -> Void {
    var variable = first
    return {
      use(second)
      use(variable)
      variable = first
    }
  }

  mutating func transform() -> (Int, Part?) -> Part? {
    let first = part()
    let second = partOrNone()
    return chance(of: 2) ? { $0 > 0 ? $1 : first } : { [weak first] _, _ in first ?? second }
  }

  mutating func task() -> () async throws -> Void {
    let first = part()
    let second = partOrNone()
    if chance(of: 2) { return { first.touch() } }
    return { [weak first] in
      first?.touch()
      second?.touch()
    }
  }
}
