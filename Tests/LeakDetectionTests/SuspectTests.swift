import LeakHeapModel
import LeakHeapReading
import LeakSymbolication
import LeakTesting
import Testing

@testable import LeakExplaining

/// Which reference of a cycle is blamed, and what is advised.
@Suite(.leakFree) struct SuspectTests {
  /// A ring of instances `Shop.A`, `Shop.B`, …, each referring to the next by one of `labels`.
  private static func ring(_ labels: [ReferenceLabel]) -> HeapSketch {
    var heap = HeapSketch()
    let names = ["Shop.A", "Shop.B", "Shop.C", "Shop.D"]
    let objects = labels.indices.map { heap.instance(names[$0]) }
    for (index, label) in labels.enumerated() {
      heap.refer(objects[index], to: objects[(index + 1) % objects.count], label)
    }
    return heap
  }

  /// The suspect and the advice.
  private static func suspect(of heap: HeapSketch) -> [String] {
    guard let path = heap.path() else { return [] }
    return [path.steps[path.suspect].text(withNote: true), path.advice]
  }

  @Test func `A delegate comes before a way back`() {
    let heap = Self.ring([
      .property("parent", canBeWeak: true),
      .property("listener", canBeWeak: true, isExistential: true), .property("next"),
    ])
    #expect(
      Self.suspect(of: heap) == [
        ".listener: C",
        "Try weak var on B.listener, or on A.parent: the code does not tell which of the two owns what it refers to.",
      ])
  }

  @Test func `No name decides between properties that can be weak`() {
    for (first, second) in [("cart", "owner"), ("parent", "child"), ("x", "delegate")] {
      let heap = Self.ring([
        .property(first, canBeWeak: true), .property(second, canBeWeak: true),
      ])
      #expect(
        Self.suspect(of: heap) == [
          ".\(first): B",
          "Try weak var on A.\(first), or on B.\(second): the code does not tell which of the two owns the other.",
        ])
    }
    let ring = Self.ring([
      .property("next", canBeWeak: true), .property("host", canBeWeak: true),
      .property("next", canBeWeak: true),
    ])
    #expect(
      Self.suspect(of: ring) == [
        ".next: B",
        "Try weak var on A.next, or on another property of the cycle: the code does not tell which object owns the "
          + "others.",
      ])
  }

  /// Two singers who refer to one band, which refers to each in the way that `back` says.
  private static func band(
    of singers: ReferenceLabel, back: (Int) -> ReferenceLabel
  ) -> HeapSketch {
    var heap = HeapSketch()
    let band = heap.instance("Shop.Band")
    for number in 0..<2 {
      let singer = heap.instance("Shop.Singer")
      heap.refer(singer, to: band, singers)
      heap.refer(band, to: singer, back(number))
    }
    return heap
  }

  @Test func `Many that refer to one do not own it`() {
    let names = ["alto", "bass"]
    var heap = Self.band(of: .property("z", canBeWeak: true)) {
      .property(names[$0], canBeWeak: true)
    }
    #expect(Self.suspect(of: heap) == [".z: Band", "Try weak var on Singer.z."])
    heap = Self.band(of: .property("z")) { .property(names[$0], canBeWeak: true) }
    #expect(
      Self.suspect(of: heap) == [
        ".z: Band",
        "Singer.z cannot be weak as it is declared. Try an optional weak var, or unowned if the Band always "
          + "outlives the Singer.",
      ])
    // Who makes whom says more.
    heap = Self.band(of: .property("z", canBeWeak: true)) {
      .property(names[$0], canBeWeak: true)
    }
    for singer in 1...2 { heap.make(0, by: singer) }
    #expect(Self.suspect(of: heap) == [".alto: Singer", "Try weak var on Band.alto."])
  }

  @Test func `A way back comes before other properties that can be weak`() {
    var heap = Self.ring([
      .property("parent", canBeWeak: true), .property("a", canBeWeak: true),
    ])
    heap.make(0, by: 1)
    #expect(Self.suspect(of: heap) == [".parent: B", "Try weak var on A.parent."])
    heap = Self.ring([.property("parent", canBeWeak: true), .property("a", canBeWeak: true)])
    heap.make(1, by: 0)
    #expect(Self.suspect(of: heap) == [".a: A", "Try weak var on B.a."])
  }

  @Test func `A way back that cannot be weak as declared comes next`() {
    var heap = Self.ring([.property("child", canBeWeak: true), .property("parent")])
    heap.make(1, by: 0)
    #expect(
      Self.suspect(of: heap) == [
        ".parent: A",
        "B.parent cannot be weak as it is declared. Try an optional weak var, or unowned if the A "
          + "always outlives the B.",
      ])
  }

  @Test func `Among equals the smallest owner and name is blamed`() {
    let heap = Self.ring([
      .property("y", canBeWeak: true), .property("a", canBeWeak: true), .property("b"),
    ])
    #expect(
      Self.suspect(of: heap) == [
        ".y: B",
        "Try weak var on A.y, or on B.a: the code does not tell which of the two owns what it refers to.",
      ])
    #expect(
      Self.suspect(of: Self.ring([.property("y"), .property("a")])) == [
        ".y: B",
        "A.y cannot be weak as it is declared. Try an optional weak var, or unowned if the B "
          + "always outlives the A.",
      ])
  }

  @Test func `What is set and taken back comes before what an object is made with`() {
    for label: ReferenceLabel in [
      .property("userInfo", isExistential: true), .property("state.shown", isInPayload: true),
      .property("settings.editor", canBeWeak: true),
    ] {
      let heap = Self.ring([.property("a"), label])
      #expect(Self.suspect(of: heap).first == ".\(label.path): A")
    }
  }

  @Test func `What an object is made of comes last`() {
    let heap = Self.ring([.property("a", isLazy: true), .property("z")])
    #expect(Self.suspect(of: heap).first == ".z: A")
    var list = HeapSketch()
    let parent = list.instance("Shop.A")
    let storage = list.object(.arrayStorage)
    let child = list.instance("Shop.B")
    list.refer(parent, to: storage, .property("children"))
    list.refer(storage, to: child, .element(), at: 0)
    list.refer(child, to: parent, .property("z"))
    #expect(Self.suspect(of: list).first == ".z: A")
  }

  @Test func `A protocol's property that cannot be weak is no delegate`() {
    let heap = Self.ring([
      .property("content", isExistential: true), .property("extra", canBeWeak: true),
    ])
    #expect(
      Self.suspect(of: heap) == [
        ".extra: A",
        "Try weak var on B.extra, or on A.content, with its protocol derived from AnyObject: the code does not tell which of the two "
          + "owns the other.",
      ])
  }

  @Test func `An element of a collection is taken out`() {
    var heap = HeapSketch()
    let list = heap.instance("Shop.List")
    let storage = heap.object(.arrayStorage)
    heap.refer(list, to: storage, .property("lists"))
    heap.refer(storage, to: list, .element(), at: 3)
    #expect(
      Self.suspect(of: heap) == [
        ".lists[3]: List",
        "Take the List out of List.lists when it is no longer needed, or keep only a weak "
          + "reference to it there if something else owns it.",
      ])
  }

  @Test func `An element that made the owner of the list comes before what it owns`() {
    var heap = HeapSketch()
    let display = heap.instance("Shop.Display")
    let station = heap.instance("Shop.Station")
    let storage = heap.object(.arrayStorage)
    heap.refer(display, to: station, .property("station", canBeWeak: true))
    heap.refer(station, to: storage, .property("rain"))
    heap.refer(storage, to: display, .element(), at: 0)
    heap.make(station, by: display)
    #expect(
      Self.suspect(of: heap) == [
        ".rain[0]: Display",
        "Take the Display out of Station.rain when it is no longer needed, or keep only "
          + "a weak reference to it there if something else owns it.",
      ])
  }

  @Test func `What a system object keeps is taken back`() {
    var heap = HeapSketch()
    let model = heap.instance("Shop.Model")
    let task = heap.object(.task, "Swift.Task<(), Swift.Never>", module: "_Concurrency")
    heap.refer(model, to: task, .property("task._task", canBeWeak: true))
    heap.refer(task, to: model, .content("target"))
    #expect(
      Self.suspect(of: heap) == [
        ".target: Model",
        "The running task keeps the Model: perhaps by a guard let self above its loop, or in a method that awaits. Unwrap a weak self "
          + "in each turn of the loop, or cancel() the task when the Model is no longer needed.",
      ])
  }

  @Test func `A capture comes before any property`() {
    var heap = HeapSketch()
    let view = heap.instance("Shop.View")
    let controller = heap.instance("Shop.Controller")
    let closure = heap.function("closure #1 in build()")
    heap.refer(view, to: controller, .property("onTap"), function: closure)
    heap.refer(controller, to: view, .property("parent", canBeWeak: true, isExistential: true))
    #expect(
      Self.suspect(of: heap) == [
        "closure #1 in build() captures Controller strongly",
        "Try a weak capture of Controller in closure #1 in build(). If nothing else keeps the Controller, but something else keeps the View, try weak var on Controller.parent instead.",
      ])
  }

  @Test func `A capture of self comes before other captures`() {
    var heap = HeapSketch()
    let a = heap.instance("Shop.A")
    let b = heap.instance("Shop.B")
    let other = heap.function("closure #1 in A.start()", in: "A")
    let own = heap.function("closure #2 in A.start()", in: "A")
    heap.refer(a, to: b, .property("x"), function: other)
    heap.refer(b, to: a, .property("y"), function: own)
    #expect(
      Self.suspect(of: heap) == [
        "closure #2 in A.start() captures A (self) strongly",
        "Try [weak self] in closure #2 in A.start(). The A keeps the B that stores it. If a closure nested inside it says "
          + "[weak self], move that capture list out here.",
      ])
  }

  @Test func `Self is recognised by nesting, generics and declared type`() {
    for (type, enclosing, declared, isSelf) in [
      ("M.Shop.Cart", "Shop.Cart", "", true), ("M.Cart<Swift.Int>", "Cart", "", true),
      ("M.Outer<Swift.Int>.Inner", "Outer.Inner", "", true), ("M.Derived", "Base", "M.Base", true),
      ("M.Cart", "Shop.Cart", "", false),
    ] {
      var heap = HeapSketch()
      let object = heap.instance(type)
      let context = heap.object(.closureContext)
      let closure = heap.function(
        "closure #1 in start()", in: enclosing, variables: CapturedVariables(parameters: []))
      heap.refer(object, to: context, .property("handler"), function: closure)
      heap.refer(context, to: object, .capture(type: declared))
      let step = heap.path()?.steps.last
      #expect(
        step
          == .capture(
            .init(
              function: "closure #1 in start()", position: isSelf ? nil : 0, target: type,
              isSelf: isSelf, isSelfByType: isSelf)), "\(type)")
    }
  }

  /// Another object of its type may be what the closure captures.
  @Test func `What only its type says to be self is said to be so probably`() throws {
    var heap = HeapSketch()
    let player = heap.instance("Shop.Player")
    let closure = heap.function(
      "closure #1 in Player.start()", in: "Player", variables: CapturedVariables(parameters: []))
    heap.refer(player, to: player, .property("onFinish"), function: closure)
    let path = try #require(heap.path())
    #expect(
      path.drawingWithAdvice == """
          ╭→ Player
          │    .onFinish
          │    closure #1 in Player.start()
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures Player (probably self) strongly
          ╰─ Player

          Try [weak self] in closure #1 in Player.start(). If it captures another Player than self, \
        capture that one weakly. If a closure nested inside it says [weak self], move that capture \
        list out here.
        """)
  }

  @Test(arguments: [
    ("Player.stop()", "self?.stop()"), ("Player.update(value:_:)", "self?.update(value: $0, $1)"),
    ("Player.finish", "self?.finish()"),
  ])
  func `A stored method is called through a weak self`(method: String, call: String) {
    var heap = HeapSketch()
    let player = heap.instance("Shop.Player")
    let function = heap.function(method, in: "Player", kind: .boundMethod)
    heap.refer(player, to: player, .property("handler"), function: function)
    #expect(
      Self.suspect(of: heap) == [
        "\(method) captures Player (self) strongly",
        "Try { [weak self] in \(call) } instead of storing \(method) itself.",
      ])
  }

  @Test(arguments: [
    (SourcePlace(file: "Player.swift", line: 7), " at Player.swift:7"), (nil, " in Player.start()"),
  ])
  func `A stored method is told with the place that stores it`(
    place: SourcePlace?, text: String
  ) throws {
    var heap = HeapSketch()
    let player = heap.instance("Shop.Player")
    let function = heap.function(
      "Player.stop()", in: "Player", kind: .boundMethod,
      storing: FunctionName.Storing(function: "Player.start()", place: place),
      line: SourcePlace(file: "Player.swift", line: 12))
    heap.refer(player, to: player, .property("handler"), function: function)
    let path = try #require(heap.path())
    #expect(
      path.steps.last
        == .capture(
          .init(
            function: "Player.stop()", target: "Shop.Player", isSelf: true,
            line: RetainPath.SourceLine(file: "Player.swift", line: 12), storedIn: "Player.start()",
            storedAt: place.map { _ in RetainPath.SourceLine(file: "Player.swift", line: 7) })))
    #expect(
      path.advice
        == "Try { [weak self] in self?.stop() } instead of storing Player.stop() itself\(text).")
    // The defect is the same where the method cannot be told.
    var unknown = HeapSketch()
    let other = unknown.instance("Shop.Player")
    let reference = unknown.function(
      "a method stored in Player.start()", in: "Player", kind: .methodReference)
    unknown.refer(other, to: other, .property("handler"), function: reference)
    #expect(unknown.path()?.fingerprint == path.fingerprint)
  }

  @Test func `A method of another object is called through a weak capture of it`() {
    var heap = HeapSketch()
    let player = heap.instance("Shop.Player")
    let function = heap.function(
      "Player.stop(_:)", in: "Remote", kind: .boundMethod,
      storing: FunctionName.Storing(function: "Remote.start()"))
    heap.refer(player, to: player, .property("handler"), function: function)
    #expect(
      heap.path()?.advice
        == "Try a closure that captures the Player weakly and calls stop(_:) instead of storing "
        + "Player.stop(_:) itself in Remote.start().")
  }

  @Test func `A stored method whose name is not known is called through a weak self too`() {
    var heap = HeapSketch()
    let player = heap.instance("Shop.Player")
    let function = heap.function(
      "a method stored in Player.start()", in: "Player", kind: .methodReference)
    heap.refer(player, to: player, .property("handler"), function: function)
    #expect(
      Self.suspect(of: heap) == [
        "a method stored in Player.start() captures Player (self) strongly",
        "Try a closure that says [weak self] and calls the method, instead of storing the method "
          + "itself in Player.start().",
      ])
  }

  @Test func `A stored local function gives way to a closure`() {
    var heap = HeapSketch()
    let player = heap.instance("Shop.Player")
    let function = heap.function("tick() in Player.start()", in: "Player", kind: .localFunction)
    heap.refer(player, to: player, .property("handler"), function: function)
    #expect(
      Self.suspect(of: heap) == [
        "tick() in Player.start() captures Player (self) strongly",
        "Try a closure that says [weak self], instead of tick() in Player.start(): a local function has "
          + "no capture list.",
      ])
  }

  @Test func `The same cycle reads the same whichever member was tracked`() throws {
    let sketches = [
      HeapSketch.workItem(), HeapSketch.parentAndChild(),
      Self.ring([.property("next"), .property("next"), .property("next"), .property("next")]),
      Self.ring([.property("x", canBeWeak: true), .property("x", canBeWeak: true)]),
    ]
    for heap in sketches {
      let paths = heap.graph.objects.indices.map { heap.path(through: $0) }
      let first = try #require(paths[0])
      #expect(paths == Array(repeating: first, count: paths.count))
    }
  }
}
