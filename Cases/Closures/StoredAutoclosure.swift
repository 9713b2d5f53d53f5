import LeakCatalogue

/// An argument that the callee keeps as a closure.
public enum StoredAutoclosure: Case {
  public static let id = "closures/stored-autoclosure"
  public static let question = "Can an argument that is not written as a closure capture `self`?"

  final class Gauge {
    var level = 3
    var reading: (() -> Int)?

    /// Keeps `value`, to work it out whenever the gauge is read.
    func show(_ value: @autoclosure @escaping () -> Int) {
      reading = value
    }

    func showLevel() {
      show(self.level)
    }

    func showLevelOfNow() {
      let level = level
      show(level)
    }

    func showLevelOfWeakConstant() {
      #if compiler(>=6.3)
        weak let weakSelf = self
      #else
        weak var weakSelf = self
      #endif
      show(weakSelf?.level ?? 0)
    }

    func showLevelWeakly() {
      reading = { [weak self] in self?.level ?? 0 }
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        StoredAutoclosure.Gauge leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ StoredAutoclosure.Gauge
          │    .reading
          │    implicit closure #1 in StoredAutoclosure.Gauge.showLevel()   ≈ StoredAutoclosure.swift:17
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures StoredAutoclosure.Gauge (self) strongly
          ╰─ StoredAutoclosure.Gauge

          An @autoclosure argument has no capture list, and the closure at ≈ StoredAutoclosure.swift:17 is one. Let it use a weak variable instead of self, or compute the value before the call.
          pattern stored-autoclosure (swift run leakcases show closures/stored-autoclosure)
          fingerprint 8570af35
        """
    ) {
      let gauge = Gauge()
      gauge.showLevel()
      return gauge
    } sever: { gauge in
      gauge.reading = nil
    },
    .fixed("value-of-now") {
      let gauge = Gauge()
      gauge.showLevelOfNow()
      return gauge
    },
    .fixed("weak-constant") {
      let gauge = Gauge()
      gauge.showLevelOfWeakConstant()
      return gauge
    },
    .fixed("closure-with-weak-self") {
      let gauge = Gauge()
      gauge.showLevelWeakly()
      return gauge
    },
  ]

  public static let why = """
    `@autoclosure` turns the argument into a closure, braces or not. Where it is `@escaping` too, the callee may \
    keep it, and with it all that the expression mentions: here `self`. Nothing at the call looks like a \
    capture, and there is no place to write a capture list.
    """
  public static let fix = """
    Compute the value before the call, if the current value is what is meant. Otherwise let the argument use a weak \
    variable, `weak var weakSelf = self` (from Swift 6.3 on `weak let`), or give the function a closure parameter: a \
    closure can say `[weak self]`.
    """
  public static let source: Source? = nil
}
