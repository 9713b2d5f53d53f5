import LeakHeapReading
import LeakSymbolication
import LeakTesting
import Testing

@testable import LeakExplaining

/// Edits of what cannot simply be made weak.
@Suite(.leakFree) struct StorageEditTests {
  struct Property: Sendable, CustomTestStringConvertible {
    var declaration: String
    var content: WeakStorageEdit.Content
    /// What is made of it; `nil` where no edit can be made.
    var edited: String?
    /// What else is in the class, or beside it.
    var rest = ""

    var testDescription: String { declaration }
  }

  static let properties = [
    Property(
      declaration: "private(set) var house: [any Housing] = []",
      content: .objects(type: "Town.Housing"),
      edited: """
        private(set) var house: [any Housing] {
            get { weakHouse.compactMap { $0() } }
            set { weakHouse = newValue.map { element in { [weak element] in element } } }
          }
          private var weakHouse: [() -> (any Housing)?] = []
        """),
    Property(
      declaration: "var house = [String: House]()", content: .objects(type: "Town.House"),
      edited: """
        var house: [String: House] {
            get { weakHouse.compactMapValues { $0() } }
            set { weakHouse = newValue.mapValues { value in { [weak value] in value } } }
          }
          private var weakHouse: [String: () -> House?] = [:]
        """),
    Property(
      declaration: "var house: Set<House> = []", content: .objects(type: "Town.House"),
      edited: """
        var house: Set<House> {
            get { Set(weakHouse.compactMap { $0() }) }
            set { weakHouse = newValue.map { element in { [weak element] in element } } }
          }
          private var weakHouse: [() -> House?] = []
        """),
    Property(
      declaration: "var house: [House] = []", content: .objects(type: "Town.House"),
      edited: """
        var house: [House] {
            get { weakHouseStorage.compactMap { $0() } }
            set { weakHouseStorage = newValue.map { element in { [weak element] in element } } }
          }
          private var weakHouseStorage: [() -> House?] = []
        """, rest: "weak var weakHouse: House?"),
    Property(
      declaration: "var house: (any Housing)?", content: .anything,
      edited: """
        var house: (any Housing)? {
            get { weakHouse() }
            set {
              guard let newValue, type(of: newValue as Any) is AnyClass else {
                weakHouse = { newValue }
                return
              }
              weakHouse = { [weak object = newValue as AnyObject] in object as? (any Housing) }
            }
          }
          private var weakHouse: () -> (any Housing)? = { nil }
        """),
    Property(
      declaration: "var house = State.empty", content: .payload(case: "haunted"),
      edited: """
        var house: State {
            get { weakHouse() }
            set {
              guard case .haunted(let value) = newValue else {
                weakHouse = { newValue }
                return
              }
              weakHouse = { [weak value] in value.map { .haunted(by: $0) } ?? State.empty }
            }
          }
          private var weakHouse: () -> State = { State.empty }
        """, rest: "enum State { case empty, haunted(by: Ghost) }"),
    // Not the type of the elements: a generic parameter, another name of it.
    Property(declaration: "var house: [Content] = []", content: .objects(type: "Town.House")),
    Property(declaration: "var house: [House?] = []", content: .objects(type: "Town.House")),
    // There is something in it from the beginning; several lines; observers; an attribute; a constant.
    Property(declaration: "var house: [House] = [House()]", content: .objects(type: "Town.House")),
    Property(declaration: "var house: [House] =\n  []", content: .objects(type: "Town.House")),
    Property(
      declaration: "var house: [House] = [] { didSet { move() } }",
      content: .objects(type: "Town.House")),
    Property(
      declaration: "@Published var house: [House] = []", content: .objects(type: "Town.House")),
    Property(
      declaration: "nonisolated(unsafe) var house: [House] = []",
      content: .objects(type: "Town.House")),
    Property(declaration: "let house: [House] = []", content: .objects(type: "Town.House")),
    // An initializer can set a stored property only, before the others have values.
    Property(
      declaration: "var house: [House] = []", content: .objects(type: "Town.House"),
      rest: "init(_ all: [House]) { house = all }"),
    Property(
      declaration: "var house: [House] = []", content: .objects(type: "Town.House"),
      rest: "init(_ all: [House], onEnd: () -> Void = {}) { self.house = all }"),
    // What coding is made of.
    Property(
      declaration: "var house: [House] = []", content: .objects(type: "Town.House"),
      rest: "enum Kind: Codable {}"),
    // Two parts, an optional one, and a value that the case is itself.
    Property(
      declaration: "var house = State.empty", content: .payload(case: "haunted"),
      rest: "enum State { case empty, haunted(by: Ghost, at: Int) }"),
    Property(
      declaration: "var house = State.empty", content: .payload(case: "haunted"),
      rest: "enum State { case empty, haunted(Ghost?) }"),
    // A payload that has the object as a part, and one that must not be copied.
    Property(
      declaration: "var house = State.empty", content: .payload(case: "haunted", part: "ghost"),
      rest: "enum State { case empty, haunted(by: Room) }"),
    Property(
      declaration: "var house = State.empty", content: .payload(case: "haunted", part: "ghost"),
      rest: "enum State { case empty, haunted(Room) }"),
    Property(
      declaration: "var house = State.empty", content: .payload(case: "haunted"),
      rest: "enum State: ~Copyable { case empty, haunted(Ghost) }"),
    Property(
      declaration: "var house = State.first()", content: .payload(case: "haunted"),
      rest: "enum State { case empty, haunted(Ghost) }"),
  ]

  @Test(arguments: properties) func property(_ property: Property) {
    let text =
      "final class Ghost {\n  var count = 0\n  \(property.declaration)\n  let age: Int\n  \(property.rest)\n}\n"
    let edit = WeakStorageEdit(SourceFiles.Source(sketch: text), property: "house", inTypeAt: 1)?
      .edit(property.content)
    #expect(
      edit.map { applying([$0], to: text) }
        == property.edited.map { text.replacing(property.declaration, with: $0) })
  }

  /// Closures in a method of a structure that has `screen`, `title`, `hint` and `size`, of which the last is computed.
  static let parts: [(closure: String, edited: String?)] = [
    ("{ screen.shown = title }", "{ [weak screen, title] in screen?.shown = title }"),
    ("{ screen.show() }", "{ [weak screen] in screen?.show() }"),
    (
      "{ count in screen.show(title, count, label: other); screen.hide() }",
      "{ [weak screen, title] count in guard let screen else { return }; screen.show(title, count, label: other); screen.hide() }"
    ),
    (
      "{ self.screen.shown = self.title }", "{ [weak screen, title] in screen?.shown = title }"
    ),
    (
      "{ self.screen.show(title, self.title) }",
      "{ [weak screen, title] in screen?.show(title, title) }"
    ),
    (
      "{ self.screen.show(); screen.hide() }",
      "{ [weak screen] in guard let screen else { return }; screen.show(); screen.hide() }"
    ),
    // What else it uses is not known, is worked out when it is used, or has the name of a variable.
    ("{ screen.show(measure()) }", nil), ("{ screen.show(self) }", nil),
    ("{ screen.show(self.size) }", nil), ("{ title in self.screen.show(title, self.title) }", nil),
    ("{ screen.show(size) }", nil), ("{ [title] in screen.show(title) }", nil),
  ]

  @Test(arguments: parts) func part(_ part: (closure: String, edited: String?)) {
    let text = """
      struct Route {
        let screen: Screen
        let title: String
        var hint = 3
        var size: Int { hint }
        func action(_ other: Int) {
          a = \(part.closure)
        }
      }
      """
    let source = SourceFiles.Source(sketch: text)
    let closure =
      ClosureEdit(source, line: 7, depth: 1, using: "self")
      ?? ClosureEdit(source, line: 7, depth: 1, using: "screen")
    let edits = closure?.capturing(part: "screen", result: .nothing, emptyValue: nil)
    #expect(
      edits.map { applying($0, to: text) }
        == part.edited.map { text.replacing(part.closure, with: $0) })
  }

  /// Closures in a method of a structure that has wrapped properties, and what is made of them.
  @Test(
    arguments: [
      ("{ panel.show(volume) }", nil), ("{ panel.show($title) }", nil),
      ("{ panel.show(_title) }", nil),
      ("{ panel.show(self.$title) }", nil),
      ("{ panel.show(count) }", "{ [weak panel, count] in panel?.show(count) }"),
      ("{ panel.show($0) }", "{ [weak panel] in panel?.show($0) }"),
    ] as [(String, String?)]) func wrappedPart(_ closure: String, edited: String?)
  {
    let text = """
      struct Route {
        @Setting("volume") var volume: Int
        @Bound var title: String
        let panel: Panel
        private(set) var count = 0
        func action() {
          a = \(closure)
        }
      }
      """
    let source = SourceFiles.Source(sketch: text)
    let part =
      ClosureEdit(source, line: 7, depth: 1, using: "self")
      ?? ClosureEdit(source, line: 7, depth: 1, using: "panel")
    let edits = part?.capturing(part: "panel", result: .nothing, emptyValue: nil)
    #expect(
      edits.map { applying($0, to: text) } == edited.map { text.replacing(closure, with: $0) })
  }

  /// Closures in a function beside the structure, which it has in `route`.
  static let carried: [(closure: String, edited: String?)] = [
    (
      "{ route.screen.shown = route.title }",
      "{ [weak screen = route.screen, title = route.title] in screen?.shown = title }"
    ),
    (
      "{ count in route.screen.show(count, other); route.screen.hide() }",
      "{ [weak screen = route.screen] count in guard let screen else { return }; screen.show(count, other); screen.hide() }"
    ),
    // The object itself is not used.
    ("{ other(route.title) }", "{ [title = route.title] in other(title) }"),
    // It uses the whole structure, what is worked out, or another variable of the name.
    ("{ route.screen.show(route) }", nil), ("{ route.screen.show(route.size) }", nil),
    ("{ route.screen.show(route.action()) }", nil), ("{ route.screen.show(screen) }", nil),
    ("{ [route] in route.screen.show() }", nil),
  ]

  @Test(arguments: carried) func carriedPart(_ part: (closure: String, edited: String?)) {
    let text = """
      struct Route {
        let screen: Screen
        let title: String
        var size: Int { hint }
      }
      func bind(_ route: Route, _ other: Int) { a = \(part.closure) }
      """
    let source = SourceFiles.Source(sketch: text)
    let edits = ClosureEdit(source, line: 6, depth: 1, using: "route")?.capturing(
      part: "screen", of: "route",
      structure: source.properties.properties(ofStructureNamed: "Route"), result: .nothing,
      emptyValue: nil)
    #expect(
      edits.map { applying($0, to: text) }
        == part.edited.map { text.replacing(part.closure, with: $0) })
  }

  /// The initial values of a structure's constant, and whether a closure can capture it weakly as an object that is there.
  @Test(arguments: [
    ("Screen()", true), ("Screen(of: 3)", true), ("screen()", false), ("Screen() ?? other", false),
    ("Screen.main", false),
  ]) func partWithoutAType(_ value: String, isObject: Bool) {
    let source = SourceFiles.Source(
      sketch:
        "struct Route {\n  let screen = \(value)\n  func action() { a = { screen.show() } }\n}")
    let edits = ClosureEdit(source, line: 3, depth: 1, using: "screen")?
      .capturing(part: "screen", result: .nothing, emptyValue: nil)
    #expect((edits != nil) == isObject)
  }

  @Test func noPartsOfAClass() {
    let source = SourceFiles.Source(
      sketch: "class Route {\n  let screen: Screen\n  func action() { a = { screen.show() } }\n}")
    let edit = ClosureEdit(source, line: 3, depth: 1, using: "screen")
    #expect(edit?.capturing(part: "screen", result: .nothing, emptyValue: nil) == nil)
  }

  /// What is inserted: Swift has weak constants from 6.3 on.
  private static let weakSelf = "weak \(AutoclosureEdit.isConstant ? "let" : "var") weakSelf = self"

  /// A sendable closure must not capture a variable.
  @Test func sendableAutoclosure() {
    let source = SourceFiles.Source(sketch: "func start() {\n  show(self.level)\n}\n")
    let edits = AutoclosureEdit.edits(source, functionAt: 1, otherwise: "0", isSendable: true)
    #expect((edits != nil) == AutoclosureEdit.isConstant)
  }

  /// What a function does with an argument that is made a closure of, and what is made of it.
  static let autoclosures: [(body: String, edited: String?)] = [
    ("show(self.level)", "\(weakSelf)\n  show(weakSelf?.level ?? 0)"),
    (
      "let a = 1\n  show(a, as: self.level(at: a).value)",
      "let a = 1\n  \(weakSelf)\n  show(a, as: weakSelf?.level(at: a).value ?? 0)"
    ),
    // No whole argument, another use, no statement of its own.
    ("show(self.level + 1)", nil), ("show(1 + self.level)", nil), ("show(self)", nil),
    ("show(self.level)\n  self.stop()", nil), ("let a =\n    show(self.level)", nil),
    ("show(\n    self.level)", nil),
    // An interpolation is not the argument, and has any type.
    (
      #"show("level \(self.level) of \(most)")"#,
      #"\#(weakSelf)\#n  show("level \(weakSelf?.level, default: "") of \(most)")"#
    ),
    (#"show("level \(self.level + 1)")"#, nil), (#"show("level \(self.level(at: 1))")"#, nil),
    (#"show("\(most) of \(self.level)")"#, nil),
  ]

  @Test(arguments: autoclosures) func autoclosure(_ example: (body: String, edited: String?)) {
    let text = "func start() {\n  \(example.body)\n}\n"
    let edits = AutoclosureEdit.edits(
      SourceFiles.Source(sketch: text), functionAt: 1, otherwise: "0")
    #expect(
      edits.map { applying($0, to: text) }
        == example.edited.map { text.replacing(example.body, with: $0) })
  }

  /// Tasks that a feed listens with, and what is made of them.
  static let loops: [(task: String, edited: String?)] = [
    (
      """
      listener = Task { [weak self] in
            guard let self else { return }
            for await message in messages {
              self.show(message)
            }
          }
      """,
      """
      listener = Task { [weak self] in
            for await message in messages {
              guard let self else { return }
              self.show(message)
            }
          }
      """
    ),
    (
      "listener = Task { [weak self] in guard let self else { return }\n while true { show() } }",
      "listener = Task { [weak self] in while true { guard let self else { return }; show() } }"
    ),
    // It waits in the loop, does something behind it, loops over what self has, or is another task.
    (
      "listener = Task { [weak self] in guard let self else { return }\n while true { await show() } }",
      nil
    ),
    (
      "listener = Task { [weak self] in guard let self else { return }\n while true { show() }\n end() }",
      nil
    ),
    (
      "listener = Task { [weak self] in guard let self else { return }\n for await a in all { show(a) } }",
      nil
    ),
    (
      "another = Task { [weak self] in guard let self else { return }\n while true { show() } }",
      nil
    ),
  ]

  @Test(arguments: loops) func loop(_ loop: (task: String, edited: String?)) {
    let text = """
      final class Feed {
        var listener: Task<Void, Never>?
        func listen(to messages: AsyncStream<String>) {
          \(loop.task)
        }
      }
      """
    let edits = LoopEdit.edits(
      SourceFiles.Source(sketch: text), property: "listener", inTypeAt: 1)
    #expect(
      edits.map { applying($0, to: text) }
        == loop.edited.map { text.replacing(loop.task, with: $0) })
  }

  @Test func oneOfTwoLoops() {
    let task =
      "listener = Task { [weak self] in guard let self else { return }\n while true { show() } }"
    let text =
      "class Feed {\n  var listener: Task<Void, Never>?\n  func a() { \(task) }\n  func b() { \(task) }\n}"
    #expect(
      LoopEdit.edits(SourceFiles.Source(sketch: text), property: "listener", inTypeAt: 1) == nil)
  }

  /// What functions of these types give when there is nothing.
  static let emptyValues: [(type: String, value: String?)] = [
    ("Swift.Int", "0"), ("Swift.UInt8", "0"), ("Swift.Double", "0"), ("Swift.Bool", "false"),
    ("Swift.String", "\"\""), ("[Swift.Int]", "[]"), ("[Swift.String : [Swift.Int]]", "[:]"),
    ("[[Swift.String : Swift.Int]]", "[]"), ("Swift.Set<Swift.Int>", "[]"), ("Shop.Cart", nil),
  ]

  @Test(arguments: emptyValues) func emptyValue(_ example: (type: String, value: String?)) {
    let name = FunctionName(
      demangled: "closure #1 () -> \(example.type) in Shop.Cart.start() -> ()")
    #expect(name.signature?.emptyValue == example.value)
  }
}
