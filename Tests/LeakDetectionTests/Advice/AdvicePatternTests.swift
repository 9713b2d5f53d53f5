import LeakHeapModel
import LeakHeapReading
import LeakSymbolication
import LeakTesting
import Testing

@testable import LeakExplaining

/// The pattern that each shape of cycle is recognised as.
@Suite(.leakFree) struct AdvicePatternTests {
  /// A cycle, and the name of its pattern.
  struct Example: Sendable, CustomTestStringConvertible {
    var pattern: String
    var heap: HeapSketch

    var testDescription: String { pattern }
  }

  @Test(arguments: closures + stored + systemHolders + tasks + values + references)
  func `A cycle is recognised by its shape`(_ example: Example) {
    #expect(example.heap.path()?.pattern == example.pattern)
    #expect(example.heap.path()?.advice.isEmpty == false)
  }

  @Test func `Every pattern that needs no source has an example`() {
    let examples =
      Self.closures + Self.stored + Self.systemHolders + Self.tasks + Self.values
      + Self.references
    let needSource = [
      "nested-closure-trap", "nested-capture-list", "self-in-nested-closure",
      "local-function-in-closure",
    ]
    #expect(
      Set(AdvicePattern.all.map(\.name)).subtracting(needSource) == Set(examples.map(\.pattern)))
  }

  @Test func `Names are in kebab-case, and there are at least thirty`() {
    let names = Set(AdvicePattern.all.map(\.name))
    #expect(names.count >= 30)
    #expect(names.allSatisfy { $0.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil })
  }

  @Test func `A name stands for one case, unless the pattern is about captures and properties`() {
    let cases = Dictionary(grouping: AdvicePattern.all, by: \.name).mapValues {
      Set($0.map(\.caseID))
    }
    #expect(cases.filter { $0.value.count > 1 }.isEmpty)
  }

  @Test func `The names of the program's own types say nothing`() {
    // Shop.DispatchWorkItem is not Dispatch's.
    let heap = Self.holder("Shop.DispatchWorkItem")
    #expect(heap.path()?.pattern == "callback-of-a-part")
  }

  @Test func `A class derived from a system's class counts as that`() {
    var heap = HeapSketch()
    let owner = heap.instance("Shop.Owner")
    let task = heap.instance(
      "FoundationNetworking.URLSessionDataTask",
      superclasses: ["FoundationNetworking.URLSessionTask", "Foundation.NSObject"])
    let closure = heap.function("closure #1 in Owner.start()", in: "Owner")
    heap.refer(owner, to: task, .property("part"))
    heap.refer(task, to: owner, .property("handler"), function: closure)
    #expect(heap.path()?.pattern == "stored-url-task")
  }
}

// MARK: - Sketches

extension AdvicePatternTests {
  /// An owner that keeps an object of `type`, which keeps a closure over the owner.
  fileprivate static func holder(
    _ type: String, property: String = "handler", superclasses: [String] = []
  ) -> HeapSketch {
    var heap = HeapSketch()
    let owner = heap.instance("Shop.Owner")
    let part = heap.instance(type, superclasses: superclasses)
    let closure = heap.function("closure #1 in Owner.start()", in: "Owner")
    heap.refer(owner, to: part, .property("part"))
    heap.refer(part, to: owner, .property(property), function: closure)
    return heap
  }

  /// An owner that keeps a closure over itself at `label`.
  fileprivate static func closure(
    at label: ReferenceLabel = .property("handler"), _ text: String = "closure #1 in Owner.start()",
    in type: String? = "Owner", kind: FunctionName.Kind = .closure
  ) -> HeapSketch {
    var heap = HeapSketch()
    let owner = heap.instance("Shop.Owner")
    let closure = heap.function(text, in: type, kind: kind)
    heap.refer(owner, to: owner, label, function: closure)
    return heap
  }

  /// An owner with a storage of `kind`, of which an element is a closure over the owner.
  fileprivate static func closure(
    inside kind: HeapObjectType.Kind, _ label: ReferenceLabel
  ) -> HeapSketch {
    var heap = HeapSketch()
    let owner = heap.instance("Shop.Owner")
    let storage = heap.object(kind)
    let closure = heap.function("closure #1 in Owner.start()", in: "Owner")
    heap.refer(owner, to: storage, .property("handlers"))
    heap.refer(storage, to: owner, label, at: 0, function: closure)
    return heap
  }

  /// A parent that refers to a child by `forward`, through a storage if there is one, and the child back.
  fileprivate static func family(
    _ forward: ReferenceLabel, through kind: HeapObjectType.Kind? = nil,
    _ inner: ReferenceLabel = .element(), back: ReferenceLabel, child: String = "Shop.Child",
    maker: Int? = nil
  ) -> HeapSketch {
    var heap = HeapSketch()
    let parent = heap.instance("Shop.Parent")
    let child = heap.instance(child)
    if let kind {
      let storage = heap.object(kind)
      heap.refer(parent, to: storage, forward)
      heap.refer(storage, to: child, inner, at: 0)
    } else {
      heap.refer(parent, to: child, forward)
    }
    heap.refer(child, to: parent, back)
    if let maker { heap.make(maker == parent ? child : parent, by: maker) }
    return heap
  }

  /// An object that refers to itself by `label`, through something if there is something.
  fileprivate static func loop(
    _ label: ReferenceLabel, through kind: HeapObjectType.Kind? = nil,
    _ inner: ReferenceLabel = .content()
  ) -> HeapSketch {
    var heap = HeapSketch()
    let object = heap.instance("Shop.Object")
    guard let kind else {
      heap.refer(object, to: object, label)
      return heap
    }
    let between = heap.object(kind)
    heap.refer(object, to: between, label)
    heap.refer(between, to: object, inner)
    return heap
  }
}

// MARK: - Examples

extension AdvicePatternTests {
  fileprivate static let closures = [
    Example(
      pattern: "strong-self-after-guard",
      heap: closure("closure #1 in closure #1 in Owner.start()")),
    Example(
      pattern: "stored-method-reference", heap: closure("Owner.stop()", kind: .boundMethod)),
    Example(
      pattern: "stored-method-reference",
      heap: closure("a method stored in Owner.start()", kind: .methodReference)),
    Example(
      pattern: "stored-local-function",
      heap: closure("tick() in Owner.start()", kind: .localFunction)),
    Example(
      pattern: "stored-local-function",
      heap: closure("tick() in build()", in: nil, kind: .localFunction)),
    Example(
      pattern: "stored-autoclosure",
      heap: closure("implicit closure #1 in Owner.start()", kind: .autoclosure)),
    Example(pattern: "captured-variable", heap: capture(.capture(), inBox: true)),
    Example(
      pattern: "captured-value", heap: capture(ReferenceLabel(role: .capture, path: "screen"))),
    Example(pattern: "captured-object", heap: closure("closure #1 in build()", in: nil)),
  ]

  /// An owner whose closure captures it as `label`, or in a box.
  private static func capture(_ label: ReferenceLabel, inBox: Bool = false) -> HeapSketch {
    var heap = HeapSketch()
    let owner = heap.instance("Shop.Owner")
    let context = heap.object(.closureContext)
    let closure = heap.function("closure #1 in Owner.start()", in: "Owner")
    heap.refer(owner, to: context, .property("handler"), function: closure)
    if inBox {
      let box = heap.object(.box)
      heap.refer(context, to: box, label)
      heap.refer(box, to: owner, .content())
    } else {
      heap.refer(context, to: owner, label)
    }
    return heap
  }

  fileprivate static let stored = [
    Example(pattern: "stored-closure", heap: closure()),
    Example(pattern: "lazy-closure", heap: closure(at: .property("handler", isLazy: true))),
    Example(
      pattern: "closure-in-enum",
      heap: closure(at: .property("state.loading", isInPayload: true))),
    Example(
      pattern: "closure-in-dictionary", heap: closure(inside: .dictionaryStorage, .value)),
    Example(pattern: "closure-in-array", heap: closure(inside: .arrayStorage, .element())),
    Example(pattern: "callback-of-a-part", heap: holder("Shop.Button")),
    Example(
      pattern: "subscription",
      heap: {
        var heap = HeapSketch()
        let owner = heap.instance("Shop.Owner")
        let storage = heap.object(.setStorage)
        let token = heap.instance("Shop.Token")
        let closure = heap.function("closure #1 in Owner.start()", in: "Owner")
        heap.refer(owner, to: storage, .property("tokens"))
        heap.refer(storage, to: token, .element())
        heap.refer(token, to: owner, .property("handler"), function: closure)
        return heap
      }()),
    Example(
      pattern: "closure-in-closure",
      heap: {
        var heap = HeapSketch()
        let owner = heap.instance("Shop.Owner")
        let context = heap.object(.closureContext)
        let outer = heap.function("closure #1 in debounce(_:)")
        let inner = heap.function("closure #1 in Owner.start()", in: "Owner")
        heap.refer(owner, to: context, .property("handler"), function: outer)
        heap.refer(context, to: owner, .capture(), function: inner)
        return heap
      }()),
  ]

  fileprivate static let systemHolders = [
    Example(pattern: "stored-work-item", heap: .workItem()),
    Example(pattern: "dispatch-source-handler", heap: holder("Dispatch.DispatchSource")),
    Example(
      pattern: "dispatch-source-handler",
      heap: {
        var heap = holder("Dispatch.DispatchSource")
        heap.handle(0, as: .cancel)
        return heap
      }()),
    Example(pattern: "group-notification", heap: holder("Dispatch.DispatchGroup")),
    Example(
      pattern: "suspended-queue",
      heap: {
        var heap = holder("Dispatch.DispatchQueue")
        heap.suspend(1, as: .queue)
        return heap
      }()),
    Example(
      pattern: "stored-url-task", heap: holder("FoundationNetworking.URLSessionTask")),
    Example(
      pattern: "operation-completion-block",
      heap: closure(at: .property("__completion"))),
    Example(pattern: "queued-operation", heap: holder("Foundation.OperationQueue")),
    Example(pattern: "stored-operation", heap: holder("Foundation.BlockOperation")),
    Example(pattern: "stored-thread", heap: holder("Foundation.Thread")),
    Example(pattern: "progress-handler", heap: holder("Foundation.Progress")),
    Example(
      pattern: "observation-tracking", heap: holder("Observation.ObservationRegistrar.Extent")),
    Example(
      pattern: "session-delegate",
      heap: family(
        .property("session"), back: .property("delegate"), child: "FoundationNetworking.URLSession")
    ),
    Example(
      pattern: "queued-operation",
      heap: family(
        .property("queue"), back: .property("__firstOperation"), child: "Foundation.OperationQueue")
    ),
    Example(
      pattern: "system-container",
      heap: family(
        .property("listeners"), back: .property("_storage"), child: "Foundation.NSMutableArray")),
    Example(
      pattern: "cache-entries",
      heap: {
        var heap = HeapSketch()
        let entries = [1, 2].map { _ in
          heap.instance("Foundation.NSCacheEntry<Shop.Key, Shop.Item>")
        }
        heap.refer(entries[0], to: entries[1], .property("nextByCost"))
        heap.refer(entries[1], to: entries[0], .property("prevByCost"))
        return heap
      }()),
  ]

  fileprivate static let tasks = [
    Example(pattern: "stored-task", heap: task(.property("task._task"))),
    Example(pattern: "unresumed-continuation", heap: task(.property("answer.context"))),
    Example(
      pattern: "unfinished-stream", heap: holder("Swift.AsyncStream<Swift.Int>._Storage")),
    Example(pattern: "finished-task", heap: task(keeping: "value")),
    Example(pattern: "finished-task", heap: task(keeping: "error")),
    Example(pattern: "task-local-value", heap: task(keeping: "taskLocal")),
    Example(
      pattern: "strong-self-in-task",
      heap: {
        var heap = HeapSketch()
        let owner = heap.instance("Shop.Owner")
        let task = heap.object(.task, "Task", module: "_Concurrency")
        heap.refer(owner, to: task, .property("task._task"))
        heap.refer(task, to: owner, .content("frame"), confidence: .conservative)
        return heap
      }()),
  ]

  /// An owner that keeps a task, which keeps the owner by `content`.
  private static func task(keeping content: String) -> HeapSketch {
    var heap = HeapSketch()
    let owner = heap.instance("Shop.Owner")
    let task = heap.object(.task, "Task", module: "_Concurrency")
    heap.refer(owner, to: task, .property("task._task"))
    heap.refer(task, to: owner, .content(content))
    return heap
  }

  /// An owner that leads to a task by `label`, whose closure captures the owner.
  private static func task(_ label: ReferenceLabel) -> HeapSketch {
    var heap = HeapSketch()
    let owner = heap.instance("Shop.Owner")
    let task = heap.object(.task, "Task", module: "_Concurrency")
    let context = heap.object(.closureContext)
    let closure = heap.function("closure #1 in Owner.start()", in: "Owner")
    heap.refer(owner, to: task, label)
    heap.refer(task, to: context, .content("context"), function: closure)
    heap.refer(context, to: owner, .capture())
    return heap
  }

  fileprivate static let values = [
    Example(
      pattern: "observer-list",
      heap: family(
        .property("observers"), through: .arrayStorage, back: .property("station"), maker: 1)),
    Example(
      pattern: "error-payload",
      heap: loop(.property("lastError"), through: .errorBox, .content("form"))),
    Example(
      pattern: "dictionary-entry",
      heap: family(
        .property("sessions"), through: .dictionaryStorage, .value, back: .property("registry"))),
    Example(
      pattern: "collection-element",
      heap: loop(.property("neighbours"), through: .arrayStorage, .element())),
    Example(
      pattern: "enum-payload",
      heap: family(.property("page"), back: .property("state.shown", isInPayload: true))),
    Example(
      pattern: "reference-in-value",
      heap: loop(.property("settings.editor", canBeWeak: true))),
    Example(pattern: "reference-in-value", heap: loop(.property("content"), through: .box)),
  ]

  fileprivate static let references = [
    Example(
      pattern: "lazy-part",
      heap: family(.property("toolbar", isLazy: true), back: .property("window"))),
    Example(pattern: "lazy-part", heap: loop(.property("proxy", isLazy: true))),
    Example(
      pattern: "delegate-without-class-bound",
      heap: family(
        .property("picker"), back: .property("listener", isExistential: true, type: "any Shop.P"))),
    Example(
      pattern: "reference-in-any",
      heap: family(
        .property("ticker"),
        back: .property("userInfo", isExistential: true, type: "Swift.Optional<Any>"))),
    Example(
      pattern: "generic-property",
      heap: family(.property("slot"), back: .property("content", isUnconstrained: true))),
    Example(
      pattern: "strong-delegate",
      heap: family(
        .property("provider"),
        back: .property("delegate", canBeWeak: true, isExistential: true))),
    Example(pattern: "self-reference", heap: loop(.property("current", canBeWeak: true))),
    Example(
      pattern: "constant-back-reference",
      heap: family(.property("parts"), through: .arrayStorage, back: .property("engine"))),
    Example(
      pattern: "linked-list",
      heap: family(
        .property("next", canBeWeak: true), back: .property("previous", canBeWeak: true),
        child: "Shop.Parent")),
    Example(
      pattern: "parent-back-reference",
      heap: family(
        .property("children"), through: .arrayStorage, back: .property("parent", canBeWeak: true))),
    Example(
      pattern: "mutual-references",
      heap: family(.property("part"), back: .property("host", canBeWeak: true))),
    Example(
      pattern: "object-ring",
      heap: {
        var heap = HeapSketch()
        let objects = ["Shop.A", "Shop.B", "Shop.C"].map { heap.instance($0) }
        for index in 0..<3 {
          heap.refer(
            objects[index], to: objects[(index + 1) % 3], .property("x", canBeWeak: true))
        }
        return heap
      }()),
  ]
}
