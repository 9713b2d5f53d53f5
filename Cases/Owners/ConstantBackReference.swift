import LeakCatalogue

/// A part that is given its owner in `init`, as a constant.
public enum ConstantBackReference: Case {
  public static let id = "owners/constant-back-reference"
  public static let question =
    "A part gets its owner in `init` and keeps it in a `let`. Can that reference be made weak?"

  final class Engine {
    var parts: [AnyObject] = []
  }

  final class StrongPiston {
    let engine: Engine

    init(engine: Engine) {
      self.engine = engine
    }
  }

  final class UnownedPiston {
    unowned let engine: Engine

    init(engine: Engine) {
      self.engine = engine
    }
  }

  final class WeakPiston {
    weak var engine: Engine?

    init(engine: Engine) {
      self.engine = engine
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        ConstantBackReference.Engine leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ ConstantBackReference.Engine
          │    .parts[0]: ConstantBackReference.StrongPiston
          │    .engine: ConstantBackReference.Engine   ConstantBackReference.swift:14
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ ConstantBackReference.Engine

          ConstantBackReference.StrongPiston.engine cannot be weak as it is declared. Try an optional weak var, or unowned if the ConstantBackReference.Engine always outlives the ConstantBackReference.StrongPiston.
          pattern constant-back-reference (swift run leakcases show owners/constant-back-reference)
          fingerprint f7cad55e
        """
    ) {
      let engine = Engine()
      engine.parts = [StrongPiston(engine: engine)]
      return engine
    } sever: { (engine: Engine) in
      engine.parts = []
    },
    .fixed("unowned-constant") {
      let engine = Engine()
      engine.parts = [UnownedPiston(engine: engine)]
      return engine
    },
    .fixed("weak-variable") {
      let engine = Engine()
      engine.parts = [WeakPiston(engine: engine)]
      return engine
    },
  ]

  public static let why = """
    A constant that is given the owner in `init` is the shortest way to write a part, and it is a strong reference: the \
    part owns its owner. It cannot be made `weak` as it stands, because a weak reference is an optional: it becomes nil \
    when its object goes.
    """
  public static let fix = """
    Where a part cannot outlive its owner, write `unowned let`: it stays a constant, and is not optional. Reading it \
    after the owner has gone ends the process, as in `capture-lists/unowned-after-deinit`. Everywhere else make it \
    an optional `weak var`, or from Swift 6.3 on an optional `weak let`, which a part that is `Sendable` needs.
    """
  public static let source: Source? = Source(
    author: "Apple", title: "The Swift Programming Language: Automatic Reference Counting")
}
