/// Keeps the optimiser from seeing what a closure does with a value.
@inline(never) func opaque(_ value: Int) {
  if value == .min { print(value) }
}

/// Makes one closure of every kind that has a name of its own.
class NamedController {
  var number = 1
  var stored: () -> Void = { opaque(1) }
  lazy var handler: () -> Void = { opaque(self.number + 2) }
  var observed = 0 {
    didSet { recorded = { opaque(self.number + 3) } }
  }
  var recorded: () -> Void = {}

  init() {}

  init(recording number: Int) {
    recorded = { opaque(self.number + number) }
  }

  private init(secretly number: Int) {
    recorded = { opaque(self.number + number + 27) }
  }

  static func makeSecretly() -> NamedController { NamedController(secretly: 1) }

  var computed: () -> Void { { opaque(self.number + 4) } }

  subscript(index: Int, name name: String) -> () -> Void { { opaque(self.number + index) } }

  func start() -> () -> Void { { opaque(self.number + 5) } }

  func second() -> () -> Void {
    recorded = { opaque(self.number + 6) }
    return { opaque(self.number + 7) }
  }

  func nested() -> () -> () -> Void { { { opaque(self.number + 8) } } }

  func weakly() -> () -> Void { { [weak self] in opaque(self?.number ?? 9) } }

  func load(_ first: Int, for name: String, completion: () -> Void) -> () -> Void {
    { opaque(self.number + first) }
  }

  func local() -> () -> Void {
    func step() { opaque(number + 10) }
    return step
  }

  func generic<Value>(_ value: Value) -> () -> Void {
    {
      opaque(self.number + 11)
      withExtendedLifetime(value) {}
    }
  }

  func deferred(_ value: @autoclosure @escaping () -> Int) -> () -> Int { value }

  func automatic() -> () -> Int { deferred(self.number + 12) }

  static func make(_ controller: NamedController) -> () -> Void {
    { opaque(controller.number + 13) }
  }

  static func == (left: NamedController, right: NamedController) -> () -> Void {
    { opaque(left.number + right.number + 14) }
  }

  private func secret() -> () -> Void { { opaque(self.number + 15) } }

  func callSecret() -> () -> Void { secret() }

  func asynchronous() -> () async -> Void {
    {
      await Task.yield()
      opaque(self.number + 16)
    }
  }

  @inline(never) func refresh() { opaque(number + 17) }

  func bound() -> () -> Void { refresh }

  struct Inner {
    var controller: NamedController

    func go() -> () -> Void { { opaque(controller.number + 18) } }
  }
}

extension NamedController {
  func extended() -> () -> Void { { opaque(self.number + 19) } }
}

class NamedBox<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func start() -> () -> Void {
    {
      opaque(20)
      withExtendedLifetime(self) {}
    }
  }
}

extension Array {
  func namedClosure() -> () -> Void { { opaque(self.count + 21) } }
}

infix operator <+>

func <+> (controller: NamedController, number: Int) -> () -> Void {
  { opaque(controller.number + number + 22) }
}

func namedFree(_ controller: NamedController) -> () -> Void { { opaque(controller.number + 23) } }

func namedFunction() { opaque(24) }

private class NamedSecret {
  var number = 1

  func go() -> () -> Void { { opaque(self.number + 25) } }
}

func namedSecret() -> () -> Void { NamedSecret().go() }

func namedLocalType() -> () -> Void {
  class Local {
    var number = 1

    func go() -> () -> Void { { opaque(self.number + 26) } }
  }
  return Local().go()
}
