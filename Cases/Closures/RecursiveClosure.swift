import LeakCatalogue

/// A closure that calls itself by way of the variable that it is in.
public enum RecursiveClosure: Case {
  public static let id = "closures/recursive-closure"
  public static let question = "Is a closure that calls itself ever released?"

  struct Folder {
    let name: String
    var folders: [Folder] = []

    static let sample = Folder(name: "Home", folders: [Folder(name: "Letters")])
  }

  /// Lets a closure find itself, as a variable that it captures would.
  final class Step {
    var visit: ((Folder) -> Void)?
  }

  final class Indexer {
    var names: [String] = []
    /// The last step, if it is still there.
    private(set) weak var step: Step?

    func indexByObject(_ root: Folder) {
      let step = Step()
      step.visit = { folder in
        self.names.append(folder.name)
        for inner in folder.folders { step.visit?(inner) }
      }
      step.visit?(root)
      self.step = step
    }

    func indexByClearedVariable(_ root: Folder) {
      var visit: ((Folder) -> Void)?
      visit = { folder in
        self.names.append(folder.name)
        for inner in folder.folders { visit?(inner) }
      }
      visit?(root)
      visit = nil
    }

    func indexByFunction(_ root: Folder) {
      func visit(_ folder: Folder) {
        names.append(folder.name)
        for inner in folder.folders { visit(inner) }
      }
      visit(root)
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "never-cleared",
      report: """
        RecursiveClosure.Indexer leaked: 1 instance is kept alive by a retain cycle of 2 strong references that it is not part of.

          ╭→ RecursiveClosure.Step
          │    .visit
          │    closure #1 in RecursiveClosure.Indexer.indexByObject(_:)   RecursiveClosure.swift:27
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures step: RecursiveClosure.Step strongly
          ╰─ RecursiveClosure.Step

          From RecursiveClosure.Step it leads on:
               .visit
               closure #1 in RecursiveClosure.Indexer.indexByObject(_:)   RecursiveClosure.swift:27
                  captures RecursiveClosure.Indexer (self) strongly

          Try [weak step] in the closure at RecursiveClosure.swift:27.
          pattern captured-object (swift run leakcases show capture-lists/ways-to-capture)
          fingerprint 52726ec2
        """
    ) {
      let indexer = Indexer()
      indexer.indexByObject(.sample)
      return indexer
    } sever: { indexer in
      indexer.step?.visit = nil
    },
    .fixed("variable-cleared") {
      let indexer = Indexer()
      indexer.indexByClearedVariable(.sample)
      return indexer
    },
    .fixed("local-function") {
      let indexer = Indexer()
      indexer.indexByFunction(.sample)
      return indexer
    },
  ]

  public static let why = """
    To call itself, a closure has to find itself: in a property, or in a variable that it captures. Either way the closure \
    and what stores it own each other: for the variable see `capture-lists/captured-variable`. The indexer is not even \
    part of the cycle: it stores nothing, and is merely used by a closure that is never released.
    """
  public static let fix = """
    Write a local function: it can call itself without being stored anywhere. Where it has to be a closure, clear the \
    variable when the first call has returned.
    """
  public static let source: Source? = nil
}
