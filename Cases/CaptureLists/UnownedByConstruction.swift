import LeakCatalogue

/// A closure that only a part of the object has, and that cannot outlive the object.
public enum UnownedByConstruction: Case {
  public static let id = "capture-lists/unowned-by-construction"
  public static let question = "When is `[unowned self]` right?"

  /// Turns an element into text. Each element makes its own.
  final class Formatter {
    private let body: () -> String

    init(_ body: @escaping () -> String) {
      self.body = body
    }

    func text() -> String { body() }
  }

  final class Element {
    let name: String
    private(set) var formatter: Formatter?

    init(name: String) {
      self.name = name
    }

    func formatStrongly() {
      formatter = Formatter { "<\(self.name) />" }
    }

    func formatUnowned() {
      formatter = Formatter { [unowned self] in "<\(name) />" }
    }

    func reset() {
      formatter = nil
    }
  }

  /// A formatter that was given away by its element.
  @inline(never)
  static func orphanedFormatter() -> Formatter? {
    let element = Element(name: "hr")
    element.formatUnowned()
    return element.formatter
  }

  public static let variants: [Variant] = [
    .leaking(
      "strong-self",
      report: """
        UnownedByConstruction.Element leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

          ╭→ UnownedByConstruction.Element
          │    .formatter: UnownedByConstruction.Formatter
          │    .body
          │    closure #1 in UnownedByConstruction.Element.formatStrongly()   UnownedByConstruction.swift:28
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures UnownedByConstruction.Element (self) strongly
          ╰─ UnownedByConstruction.Element

          Try [weak self] in the closure at UnownedByConstruction.swift:28. The UnownedByConstruction.Element keeps the UnownedByConstruction.Formatter that stores it. Decide what it returns when self has gone.
          pattern callback-of-a-part (swift run leakcases show owners/flow-controller)
          fingerprint 14666398
        """
    ) {
      let element = Element(name: "hr")
      element.formatStrongly()
      _ = element.formatter?.text()
      return element
    } sever: { element in
      element.reset()
    },
    .crashing(
      "given-away",
      message: "Attempted to read an unowned reference but object 0x… was already destroyed"
    ) {
      let formatter = orphanedFormatter()
      print(formatter?.text() ?? "")
    }.saying("deallocated", insteadOf: "destroyed"),
    .fixed("unowned-self") {
      let element = Element(name: "hr")
      element.formatUnowned()
      _ = element.formatter?.text()
      return element
    },
  ]

  public static let why = """
    The element owns its formatter, and nobody else has it: as long as anybody can call the closure, the element exists. \
    So an unowned reference is enough, and no optional has to be unwrapped. The ownership makes this right, not the \
    closure: the same formatter, given away, ends the process if it is used after its element has gone.
    """
  public static let fix = """
    Write `[unowned self]` where the object alone decides how long the closure lives, and keep whatever holds the closure \
    `private`. An unowned reference can no longer be read once its object's `deinit` has begun, so the closure must not be \
    called in the `deinit` of the object's parts either, as in `owners/noncopyable-owner`. Everywhere else write \
    `[weak self]`: see `capture-lists/unowned-after-deinit`.
    """
  public static let source: Source? = Source(
    author: "Apple", title: "The Swift Programming Language: Automatic Reference Counting")
}
