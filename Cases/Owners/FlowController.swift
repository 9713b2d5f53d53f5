import LeakCatalogue

/// A flow controller owns the screens it shows, and decides in their closures where to go next.
public enum FlowController: Case {
  public static let id = "owners/flow-controller"
  public static let question =
    "Does a screen's select closure keep the flow controller that set it?"

  final class RecipeList {
    /// Called with the recipe that was chosen. The screen does not know what happens then.
    var select: ((String) -> Void)?
  }

  final class RecipeFlow {
    let list = RecipeList()
    var shown: [String] = []

    func start() {
      list.select = { recipe in
        self.show(recipe)
      }
    }

    /// Says the same in fewer words: the method brings its `self` along.
    func startWithMethod() {
      list.select = show
    }

    func startWeakly() {
      list.select = { [weak self] recipe in
        self?.show(recipe)
      }
    }

    func show(_ recipe: String) {
      shown.append(recipe)
    }
  }

  public static var variants: [Variant] {
    [
      .leaking(
        "closure",
        report: """
          FlowController.RecipeFlow leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

            ╭→ FlowController.RecipeFlow
            │    .list: FlowController.RecipeList
            │    .select
            │    closure #1 in FlowController.RecipeFlow.start()   FlowController.swift:19
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            │    captures FlowController.RecipeFlow (self) strongly
            ╰─ FlowController.RecipeFlow

            Try [weak self] in the closure at FlowController.swift:19. The FlowController.RecipeFlow keeps the FlowController.RecipeList that stores it.
            pattern callback-of-a-part (swift run leakcases show owners/flow-controller)
            fingerprint eca1e469
          """
      ) {
        let flow = RecipeFlow()
        flow.start()
        flow.list.select?("Plum cake")
        return flow
      } sever: { flow in
        flow.list.select = nil
      },

      .leaking(
        "method",
        report: """
          FlowController.RecipeFlow leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

            ╭→ FlowController.RecipeFlow
            │    .list: FlowController.RecipeList
            │    .select
            │    FlowController.RecipeFlow.show(_:)   FlowController.swift:35
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures FlowController.RecipeFlow (self) strongly
            ╰─ FlowController.RecipeFlow

            Try { [weak self] in self?.show($0) } instead of storing FlowController.RecipeFlow.show(_:) itself at FlowController.swift:26.
            pattern stored-method-reference (swift run leakcases show closures/stored-function)
            fingerprint 8cfce37d
          """,
        // The optimiser merged the method with the closure above, which has the same instructions.
        optimized: """
          FlowController.RecipeFlow leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

            ╭→ FlowController.RecipeFlow
            │    .list: FlowController.RecipeList
            │    .select
            │    a method stored in FlowController.RecipeFlow.startWithMethod()   FlowController.swift:26
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            │    captures FlowController.RecipeFlow (self) strongly
            ╰─ FlowController.RecipeFlow

            Try a closure that says [weak self] and calls the method, instead of storing the method itself at FlowController.swift:26.
            pattern stored-method-reference (swift run leakcases show closures/stored-function)
            fingerprint 8cfce37d
          """
      ) {
        let flow = RecipeFlow()
        flow.startWithMethod()
        flow.list.select?("Plum cake")
        return flow
      } sever: { flow in
        flow.list.select = nil
      },

      .fixed("fixed") {
        let flow = RecipeFlow()
        flow.startWeakly()
        flow.list.select?("Plum cake")
        return flow
      },
    ]
  }

  public static let why = """
    The flow controller owns the screen, the screen owns its closure, and the closure owns the flow \
    controller that it calls. Nothing in the screen's own code shows this: the reference comes in \
    with the closure. Assigning the method instead of a closure captures the same `self`, although \
    the code does not name it.
    """

  public static let fix = """
    Capture the flow controller weakly in every closure that it gives to a screen it owns. Replace a \
    method by a closure that calls it on `self?`.
    """

  public static let source: Source? = Source(
    author: "Khoa Pham", title: "Learn iOS best practices by building a simple recipes app")
}
