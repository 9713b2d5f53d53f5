import LeakDetection

/// Findings as the kit reports them, one for each form of picture.
enum SampleLeaks: String, CaseIterable, Sendable {
  case closureOfSelf = "closure-of-self"
  case arrayAndEnum = "array-and-enum"
  case holder
  case twoCycles = "two-cycles"
  case approach
  case longRing = "long-ring"
  case selfReference = "self-reference"
  case lostRetain = "lost-retain"
  case thenACycle = "then-a-cycle"
  case outside

  var leak: Leak {
    Leak(typeName: typeName, label: label, verdict: verdict, location: CodeLocation())
  }

  private var typeName: String {
    switch self {
    case .closureOfSelf, .lostRetain: "Shop.Player"
    case .arrayAndEnum: "Shop.Library"
    case .holder, .thenACycle, .outside: "Shop.Search"
    case .twoCycles: "Shop.Window"
    case .approach: "Shop.Indexer"
    case .longRing: "Shop.Node"
    case .selfReference: "Shop.Box<Swift.Array<Shop.Item>>"
    }
  }

  private var label: String? { self == .holder ? "typed" : nil }

  private var verdict: Verdict {
    switch self {
    case .closureOfSelf: .leaked(Self.closureCycle)
    case .arrayAndEnum: .leaked(Self.fiveReferences)
    case .holder: .held(by: [Self.delayedBlock(nil)])
    case .thenACycle: .held(by: [Self.delayedBlock(Self.searchCycle)])
    case .twoCycles: .leaked(Self.windowCycles)
    case .approach: .leaked(Self.visitorCycle)
    case .longRing: .leaked(Self.ring)
    case .selfReference: .leaked(Self.boxInItself)
    case .lostRetain:
      .leaked(
        RetainPath(
          start: "Shop.Player", steps: [], suspect: 0, advice: "", references: [],
          approach: RetainPath.Approach(
            start: "Shop.Stage", steps: [property("Shop.Stage", "player", "Shop.Player")])))
    case .outside: .held(by: [.unknown(2), .unsearched("the system does not allow it")])
    }
  }

  // MARK: Parts

  private static func property(
    _ owner: String, _ path: String, _ target: String?, line: Int? = nil
  ) -> RetainPath.Step {
    .property(
      RetainPath.Step.Property(
        owner: owner, path: path, target: target,
        line: line.map { RetainPath.SourceLine(file: "Shop.swift", line: $0) }))
  }

  private func property(_ owner: String, _ path: String, _ target: String?) -> RetainPath.Step {
    Self.property(owner, path, target)
  }

  private static func capture(
    _ function: String, _ target: String?, variable: String? = nil, isSelf: Bool = true, line: Int,
    confidence: RetainPath.Confidence = .exact
  ) -> RetainPath.Step {
    .capture(
      RetainPath.Step.Capture(
        function: function, target: target, variable: variable, isSelf: isSelf,
        line: RetainPath.SourceLine(file: "Shop.swift", line: line), confidence: confidence))
  }

  /// A cycle whose last step is the one to change.
  private static func cycle(
    _ start: String, _ steps: [RetainPath.Step], advice: String = "Try [weak self].",
    through sources: [String] = [], further: [RetainPath] = [],
    approach: RetainPath.Approach? = nil
  ) -> RetainPath {
    RetainPath(
      start: start, steps: steps, suspect: steps.count - 1, advice: advice,
      references: ([start] + sources).map {
        RetainPath.Reference(source: $0, label: "", target: start)
      }, further: further, approach: approach)
  }

  private static let closureCycle = cycle(
    "Shop.Player",
    [
      property("Shop.Player", "onFinish", nil),
      capture("closure #1 in Player.play()", "Shop.Player", line: 33),
    ])

  private static let fiveReferences = cycle(
    "Shop.Library",
    [
      property("Shop.Library", "shelves[2]", "Shop.Shelf"),
      property("Shop.Shelf", "state.open.reader", "Shop.Reader"),
      property("Shop.Reader", "onTurn", nil),
      capture(
        "closure #1 in closure #2 in Reader.follow<A>(_:in:)", "Shop.Card<Swift.Int>",
        variable: "card", isSelf: false, line: 52),
      property("Shop.Card<Swift.Int>", "library", "Shop.Library", line: 7),
    ], advice: "Try weak var: the code does not tell which of the two owns the other.")

  private static let searchCycle = cycle(
    "Shop.Search",
    [
      property("Shop.Search", "pending", "Dispatch.DispatchWorkItem"),
      capture("closure #1 in Search.type(_:)", "Shop.Search", line: 17),
    ])

  private static func delayedBlock(_ cycle: RetainPath?) -> Holder {
    .place(
      HoldingPlace(.delayedBlock),
      path: HoldingPath(
        steps: [
          capture("closure #1 in Search.type(_:)", "Shop.Search", line: 17)
        ], isSure: cycle != nil, cycleAfterwards: cycle))
  }

  private static let windowCycles = cycle(
    "Shop.Window",
    [
      property("Shop.Window", "onClose", nil),
      capture("closure #1 in Window.close()", "Shop.Window", line: 27),
    ],
    further: [
      cycle(
        "Shop.Window",
        [
          property("Shop.Window", "toolbar", "Shop.Toolbar"),
          property("Shop.Toolbar", "onTap", nil),
          capture("closure #1 in Window.tap()", "Shop.Window", line: 19, confidence: .conservative),
        ])
    ])

  private static let visitorCycle = cycle(
    "Shop.Step",
    [
      property("Shop.Step", "visit", nil),
      capture(
        "closure #1 in Indexer.index(_:)", "Shop.Step", variable: "step", isSelf: false, line: 27),
    ],
    approach: RetainPath.Approach(
      start: "Shop.Step",
      steps: [
        property("Shop.Step", "visit", nil),
        capture("closure #1 in Indexer.index(_:)", "Shop.Indexer", line: 27),
      ]))

  /// Made anew each time: it takes 46 MB, which other tests' searches would look through.
  private static var ring: RetainPath {
    cycle(
      "Shop.Node",
      Array(repeating: property("Shop.Node", "next", "Shop.Node"), count: 100_000)
        + [property("Shop.Node", "first", "Shop.Node", line: 4)],
      through: ["Shop.Node"])
  }

  private static let boxInItself = cycle(
    "Shop.Box<Swift.Array<Shop.Item>>",
    [
      property(
        "Shop.Box<Swift.Array<Shop.Item>>", "content.box", "Shop.Box<Swift.Array<Shop.Item>>",
        line: 3)
    ])
}
