import CaseCatalogue

/// A part that is given its owner in `init`, as a constant.
public enum ConstantBackReference: Case {
  public static let id = "owners/constant-back-reference"
  public static let question = "What if the way back is a `let`, and must not be optional?"

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
          │    .engine: ConstantBackReference.Engine   ConstantBackReference.swift:13
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ ConstantBackReference.Engine

          ConstantBackReference.StrongPiston.engine cannot be weak as it is declared. Try an optional weak var, or unowned if the ConstantBackReference.Engine always outlives the ConstantBackReference.StrongPiston.
          pattern constant-back-reference (leakcases show owners/constant-back-reference)
          fingerprint 43f36a11
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
    Handing the owner to `init` and storing it in a constant is the shortest way to write a part, and owns it.
    """
  public static let fix = """
    `unowned let` stays a constant and is never nil, for parts that cannot outlive their owner: used after it, \
    the process ends. `weak var` is for all others.
    """
  public static let source: Source? = nil
}
