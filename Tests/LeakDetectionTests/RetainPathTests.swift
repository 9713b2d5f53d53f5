import LeakHeapModel
import LeakTesting
import Testing

@testable import LeakExplaining

/// How references fold into the steps that a person thinks in.
@Suite(.leakFree) struct RetainPathTests {
  @Test func `A block in a work item is the closure that it performs`() {
    #expect(
      HeapSketch.workItem().path()?.description == """
          ╭→ Controller
          │    .workItem: DispatchWorkItem
          │    closure #1 in Controller.scheduleRefresh()   Controller.swift:41
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures Controller (self) strongly
          ╰─ Controller
        """)
  }

  @Test func `Properties print what they hold`() {
    #expect(
      HeapSketch.parentAndChild().path()?.description == """
          ╭→ Parent
          │    .child: Child
          │    .parent: Parent
          │    ~~~~~~~~~~~~~~~
          ╰─ Parent
        """)
  }

  @Test func `A closure in a property is a step of its own`() {
    var heap = HeapSketch()
    let player = heap.instance("Shop.Player")
    let context = heap.object(.closureContext)
    let closure = heap.function("closure #1 in Player.start()", in: "Player")
    heap.refer(player, to: context, .property("onFinish"), function: closure)
    heap.refer(context, to: player, .capture(0))
    #expect(heap.path()?.description == Self.player)
  }

  @Test func `A closure whose context is the object itself reads the same`() {
    var heap = HeapSketch()
    let player = heap.instance("Shop.Player")
    let closure = heap.function("closure #1 in Player.start()", in: "Player")
    heap.refer(player, to: player, .property("onFinish"), function: closure)
    #expect(heap.path()?.description == Self.player)
    #expect(heap.path()?.references.count == 1)
  }

  @Test func `A thunk is unwrapped to the closure inside`() {
    var heap = HeapSketch()
    let player = heap.instance("Shop.Player")
    let thunkContext = heap.object(.closureContext)
    let thunk = heap.function("thunk", kind: .thunk)
    let closure = heap.function("closure #1 in Player.start()", in: "Player")
    heap.refer(player, to: thunkContext, .property("onFinish"), function: thunk)
    heap.refer(thunkContext, to: player, .capture(), function: closure)
    #expect(heap.path()?.description == Self.player)
  }

  private static let player = """
      ╭→ Player
      │    .onFinish
      │    closure #1 in Player.start()
      │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures Player (self) strongly
      ╰─ Player
    """

  @Test func `A captured variable is what is in its box`() {
    var heap = HeapSketch()
    let player = heap.instance("Shop.Player")
    let context = heap.object(.closureContext)
    let box = heap.object(.box)
    let closure = heap.function("closure #1 in Player.start()", in: "Player")
    heap.refer(player, to: context, .property("onFinish"), function: closure)
    heap.refer(context, to: box, .capture())
    heap.refer(box, to: player, .content())
    #expect(heap.path()?.description == Self.player)
  }

  @Test func `A closure that captures a closure is a step`() {
    var heap = HeapSketch()
    let player = heap.instance("Shop.Player")
    let outerContext = heap.object(.closureContext)
    let outer = heap.function("closure #1 in debounce(_:)")
    let inner = heap.function("closure #1 in Player.start()", in: "Player")
    heap.refer(player, to: outerContext, .property("onFinish"), function: outer)
    heap.refer(outerContext, to: player, .capture(), function: inner)
    #expect(
      heap.path()?.description == """
          ╭→ Player
          │    .onFinish
          │    closure #1 in debounce(_:)
          │    closure #1 in Player.start()
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures Player (self) strongly
          ╰─ Player
        """)
    #expect(heap.path()?.steps.count == 3)
  }

  @Test func `A capture that is not the suspect says what it captures on its own line`() {
    var heap = HeapSketch()
    let player = heap.instance("Shop.Player")
    let view = heap.instance("Shop.View")
    let build = heap.function("closure #1 in build()")
    let start = heap.function("closure #1 in Player.start()", in: "Player")
    heap.refer(player, to: view, .property("animate"), function: build)
    heap.refer(view, to: player, .property("onTap"), function: start)
    #expect(
      heap.path()?.description == """
          ╭→ Player
          │    .animate
          │    closure #1 in build() captures View strongly
          │    .onTap
          │    closure #1 in Player.start()
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures Player (self) strongly
          ╰─ Player
        """)
  }

  @Test func `A closure without a symbol is a closure`() {
    var heap = HeapSketch()
    let player = heap.instance("Shop.Player")
    let context = heap.object(.closureContext)
    let closure = heap.function(nil)
    heap.refer(player, to: context, .property("onFinish"), function: closure)
    heap.refer(context, to: player, .capture())
    let expected = """
        ╭→ Player
        │    .onFinish
        │    a closure
        │    ~~~~~~~~~ captures Player strongly
        ╰─ Player
      """
    #expect(heap.path()?.description == expected)
    #expect(heap.path()?.advice == "Try a weak capture of Player in the closure.")

    var unnamed = HeapSketch()
    let owner = unnamed.instance("Shop.Player")
    let unnamedContext = unnamed.object(.closureContext)
    unnamed.refer(owner, to: unnamedContext, .property("onFinish"))
    unnamed.refer(unnamedContext, to: owner, .capture())
    #expect(unnamed.path()?.description == expected)
  }

  @Test func `A block that captures without a function is a closure`() {
    var heap = HeapSketch()
    let player = heap.instance("Shop.Player")
    let block = heap.object(.block)
    heap.refer(player, to: block, .property("onFinish"))
    heap.refer(block, to: player, .content(), confidence: .conservative)
    #expect(
      heap.path()?.description == """
          ╭→ Player
          │    .onFinish
          │    a closure
          │    ~~~~~~~~~ probably captures Player strongly
          ╰─ Player
        """)
  }

  /// One property that leads to a child through something, and the child's way back.
  private static func way(
    _ label: ReferenceLabel, _ kind: HeapObjectType.Kind, _ inner: ReferenceLabel,
    at index: Int32 = -1, name: String = "", module: String = ""
  ) -> String? {
    var heap = HeapSketch()
    let parent = heap.instance("Shop.Parent")
    let child = heap.instance("Shop.Child")
    let storage = heap.object(kind, name, module: module)
    heap.refer(parent, to: storage, label)
    heap.refer(storage, to: child, inner, at: index)
    heap.refer(child, to: parent, .property("parent", canBeWeak: true))
    return heap.path()?.description.split(separator: "\n").dropFirst().first.map(String.init)
  }

  @Test func `Storages and boxes belong to the property that owns them`() {
    let children = ReferenceLabel.property("children")
    #expect(Self.way(children, .arrayStorage, .element(), at: 1) == "  │    .children[1]: Child")
    #expect(
      Self.way(.property("children._buffer._storage"), .arrayStorage, .element(), at: 1)
        == "  │    .children[1]: Child")
    #expect(
      Self.way(children, .arrayStorage, .element("cell.view"), at: 12)
        == "  │    .children[12].cell.view: Child")
    #expect(Self.way(children, .dictionaryStorage, .value) == "  │    .children[value]: Child")
    #expect(
      Self.way(.property("children._variant.object.rawValue"), .dictionaryStorage, .key)
        == "  │    .children[key]: Child")
    #expect(
      Self.way(children, .setStorage, .element(), at: 7) == "  │    .children[member]: Child")
    #expect(
      Self.way(.property("state.loaded"), .box, .content("0"))
        == "  │    .state.loaded.0: Child")
    #expect(Self.way(.property("error"), .errorBox, .content()) == "  │    .error: Child")
    #expect(
      Self.way(
        .property("items"), .instance, .property("_iterator"),
        name: "Swift._SequenceBox<Shop.Child>",
        module: "Swift") == "  │    .items: Child")
    #expect(
      Self.way(.property("__completion"), .box, .content()) == "  │    .completionBlock: Child")
    #expect(Self.way(.property("_child"), .box, .content()) == "  │    ._child: Child")
  }

  @Test func `Elements of an inline array belong to the object`() {
    var heap = HeapSketch()
    let parent = heap.instance("Shop.Parent")
    let child = heap.instance("Shop.Child")
    heap.refer(parent, to: child, .element("children"), at: 2)
    heap.refer(child, to: parent, .property("parent", canBeWeak: true))
    #expect(
      heap.path()?.description == """
          ╭→ Parent
          │    .children[2]: Child
          │    .parent: Parent
          │    ~~~~~~~~~~~~~~~
          ╰─ Parent
        """)
  }

  @Test func `A closure in a dictionary's value`() {
    var heap = HeapSketch()
    let player = heap.instance("Shop.Player")
    let storage = heap.object(.dictionaryStorage)
    let closure = heap.function("closure #2 in Player.start()", in: "Player")
    heap.refer(player, to: storage, .property("handlers"))
    heap.refer(storage, to: player, ReferenceLabel(role: .value, path: "call"), function: closure)
    #expect(
      heap.path()?.description == """
          ╭→ Player
          │    .handlers[value].call
          │    closure #2 in Player.start()
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures Player (self) strongly
          ╰─ Player
        """)
  }

  @Test func `What a system object has inside is not shown`() {
    var heap = HeapSketch()
    let model = heap.instance("Shop.Model")
    let task = heap.instance("FoundationNetworking.URLSessionDataTask")
    let session = heap.instance("FoundationNetworking.URLSession")
    let context = heap.object(.closureContext)
    let closure = heap.function("closure #1 in Model.load()", in: "Model")
    heap.refer(model, to: task, .property("task"))
    heap.refer(task, to: session, .property("session"))
    heap.refer(session, to: context, .property("registry"), function: closure)
    heap.refer(context, to: model, .capture())
    #expect(
      heap.path()?.description == """
          ╭→ Model
          │    .task: URLSessionDataTask
          │    closure #1 in Model.load()
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~ captures Model (self) strongly
          ╰─ Model
        """)
  }

  @Test func `Only conservative references are marked`() {
    var heap = HeapSketch()
    let model = heap.instance("Shop.Model")
    let source = heap.object(.task, "Swift.Task<(), Swift.Never>", module: "_Concurrency")
    heap.refer(model, to: source, .property("task"), confidence: .knownLayout)
    heap.refer(source, to: model, .content(), confidence: .conservative)
    #expect(
      heap.path()?.description == """
          ╭→ Model
          │    .task: Task<(), Never>
          │    an unnamed reference: Model (probably)
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ Model
        """)
  }

  @Test func `Every reference of the heap is kept, turned as the steps are`() {
    #expect(
      HeapSketch.workItem().path()?.references == [
        .init(source: "Shop.Controller", label: ".workItem", target: "Dispatch.DispatchWorkItem"),
        .init(source: "Dispatch.DispatchWorkItem", label: "._block", target: "block"),
        .init(source: "block", label: "content", target: "block", confidence: .knownLayout),
        .init(
          source: "block", label: "content", target: "closureContext",
          function: "closure #1 in Controller.scheduleRefresh()", confidence: .knownLayout),
        .init(source: "closureContext", label: "capture 0", target: "Shop.Controller"),
      ])
  }
}
