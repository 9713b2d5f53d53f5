import LeakCatalogue

/// A function declared inside a method and stored: it captures like a closure.
public enum StoredLocalFunction: Case {
  public static let id = "closures/stored-local-function"
  public static let question = "Does a local function capture `self` when it is stored?"

  final class Stopwatch {
    var seconds = 0
    var onTick: (() -> Void)?

    func startWithLocalFunction() {
      func tick() {
        seconds += 1
      }
      onTick = tick
    }

    func startWithLocalFunctionInClosure() {
      func tick() {
        seconds += 60
      }
      onTick = { tick() }
    }

    func startWithClosure() {
      onTick = { [weak self] in self?.seconds += 1 }
    }

    func startWithParameter() {
      func tick(_ stopwatch: Stopwatch) {
        stopwatch.seconds += 1
      }
      onTick = { [weak self] in
        if let self { tick(self) }
      }
    }

    func tickOnce() {
      func tick() {
        seconds += 1
      }
      tick()
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        StoredLocalFunction.Stopwatch leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ StoredLocalFunction.Stopwatch
          │    .onTick
          │    tick() in StoredLocalFunction.Stopwatch.startWithLocalFunction()
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures StoredLocalFunction.Stopwatch (self) strongly
          │       StoredLocalFunction.swift:13
          ╰─ StoredLocalFunction.Stopwatch

          Try a closure that says [weak self], instead of tick() in StoredLocalFunction.Stopwatch.startWithLocalFunction(): a local function has no capture list.
          pattern stored-local-function (swift run leakcases show closures/stored-local-function)
          fingerprint acc67c26
        """
    ) {
      let stopwatch = Stopwatch()
      stopwatch.startWithLocalFunction()
      stopwatch.onTick?()
      return stopwatch
    } sever: { stopwatch in
      stopwatch.onTick = nil
    },
    .leaking(
      "used-in-a-closure",
      report: """
        StoredLocalFunction.Stopwatch leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ StoredLocalFunction.Stopwatch
          │    .onTick
          │    closure #1 in StoredLocalFunction.Stopwatch.startWithLocalFunctionInClosure()
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures StoredLocalFunction.Stopwatch (self) strongly
          │       StoredLocalFunction.swift:23
          ╰─ StoredLocalFunction.Stopwatch

          Let tick be a closure that says [weak self], or a method that the closure at StoredLocalFunction.swift:23 calls on a weak self: it captures self for the local function at line 20, which has no capture list.
          pattern local-function-in-closure (swift run leakcases show closures/stored-local-function)
          fingerprint b21ee167
        """
    ) {
      let stopwatch = Stopwatch()
      stopwatch.startWithLocalFunctionInClosure()
      stopwatch.onTick?()
      return stopwatch
    } sever: { stopwatch in
      stopwatch.onTick = nil
    },
    .fixed("weak-closure") {
      let stopwatch = Stopwatch()
      stopwatch.startWithClosure()
      stopwatch.onTick?()
      return stopwatch
    },
    .fixed("self-as-parameter") {
      let stopwatch = Stopwatch()
      stopwatch.startWithParameter()
      stopwatch.onTick?()
      return stopwatch
    },
    .fixed("called-only") {
      let stopwatch = Stopwatch()
      stopwatch.tickOnce()
      return stopwatch
    },
  ]

  public static let why = """
    A local function is a closure with a name. Inside a method it may use the object's properties without \
    writing `self`, and then it captures `self` strongly. Calling it is harmless; storing it makes the \
    object keep a function that keeps the object.
    """
  public static let fix = """
    A local function has no capture list, so either store a closure with `[weak self]` instead, or let the \
    local function take the object as a parameter and call it from such a closure.
    """
  public static let source: Source? = nil
}
