import LeakHeapModel
import LeakHeapReading
import LeakHeapRoots
import LeakSymbolication

@testable import LeakDeciding
@testable import LeakExplaining

/// A heap drawn by hand: objects, references and functions, in the order in which they are added.
struct HeapSketch: Sendable {
  private struct Arrow {
    var source: Int
    var reference: HeapReference
    var function: FunctionID?
  }

  private var objects: [HeapObjectType] = []
  private var arrows: [Arrow] = []
  private var labels: [ReferenceLabel] = []
  private var functions: [FunctionName?] = []
  private var lines: [SourcePlace?] = []
  /// Where the classes of objects are written.
  private var classes: [Int: SourcePlace] = [:]
  /// The sources and queues that are suspended.
  private var suspended: [Int: DispatchSuspension] = [:]
  /// What sources call, by what they refer to for that.
  private var handlers: [Int: DispatchHandler] = [:]
  /// The objects that the code of an object's class makes.
  private var parts: [Int: Set<Int>] = [:]

  /// Adds an instance of a class: `Shop.Cart`.
  mutating func instance(
    _ name: String, module: String? = nil, superclasses: [String] = []
  ) -> Int {
    object(
      .instance, name, module: module ?? String(name.prefix { $0 != "." }),
      superclasses: superclasses)
  }

  /// Adds an object.
  mutating func object(
    _ kind: HeapObjectType.Kind, _ name: String = "", module: String = "",
    superclasses: [String] = []
  ) -> Int {
    objects.append(
      HeapObjectType(
        kind: kind, name: name.isEmpty ? "\(kind)" : name, module: module,
        superclasses: superclasses))
    return objects.count - 1
  }

  /// Adds the name of a function, and where it is written; `nil` is one without a symbol, or debug information. What it captures of
  /// an object of its type is called `self`, unless `variables` says otherwise.
  mutating func function(
    _ text: String?, in type: String? = nil, kind: FunctionName.Kind = .closure,
    storing: FunctionName.Storing? = nil, variables: CapturedVariables? = nil,
    line: SourcePlace? = nil
  ) -> FunctionID {
    lines.append(line)
    functions.append(
      text.map {
        FunctionName(
          kind: kind, text: $0, enclosingType: type, storing: storing,
          variables: variables ?? self.variables(of: type))
      })
    return FunctionID(rawValue: UInt32(functions.count - 1))
  }

  private func variables(of type: String?) -> CapturedVariables? {
    let object = type.flatMap { type in objects.first { $0.name.hasSuffix("." + type) } }
    return object.map {
      CapturedVariables(parameters: [CapturedVariables.Variable(name: "self", type: $0.name)])
    }
  }

  /// Lets the class of an object be written in the file at `path`.
  mutating func place(_ object: Int, inFileAt path: String) {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    classes[object] = SourcePlace(file: file, line: 1, path: path)
  }

  /// Lets the class of `maker` have code that makes `part`.
  mutating func make(_ part: Int, by maker: Int) { parts[maker, default: []].insert(part) }

  /// Lets each reference to an object be one to what a source calls.
  mutating func handle(_ target: Int, as handler: DispatchHandler) { handlers[target] = handler }

  /// Lets an object be a source, or what else is said, that is suspended.
  mutating func suspend(_ object: Int, as suspension: DispatchSuspension = .source) {
    suspended[object] = suspension
  }

  /// Adds a strong reference.
  mutating func refer(
    _ source: Int, to target: Int, _ label: ReferenceLabel, at index: Int32 = -1,
    function: FunctionID? = nil, confidence: Confidence = .exact
  ) {
    labels.append(label)
    arrows.append(
      Arrow(
        source: source,
        reference: HeapReference(
          target: UInt32(target), label: UInt32(labels.count - 1), index: index,
          confidence: confidence),
        function: function))
  }

  /// The drawing as a graph; object 0 is the first one that was added.
  var graph: HeapGraph {
    let order = arrows.indices.sorted { (arrows[$0].source, $0) < (arrows[$1].source, $1) }
    let sorted = order.map { arrows[$0] }
    return HeapGraph(
      objects: objects.indices.map { HeapObject(type: UInt32($0)) },
      references: sorted.map(\.reference),
      firstReference: (0...objects.count).map { object in
        UInt32(sorted.count { $0.source < object })
      },
      types: objects, labels: labels,
      functionReferences: sorted.enumerated().compactMap { index, arrow in
        arrow.function.map { FunctionReference(reference: UInt32(index), function: $0) }
      })
  }

  /// The name of a function of the drawing.
  func name(of function: FunctionID) -> FunctionName? { functions[Int(function.rawValue)] }

  /// Where a function of the drawing is written.
  func line(of function: FunctionID) -> SourcePlace? { lines[Int(function.rawValue)] }

  /// The path of the shortest cycle through `object`, explained.
  func path(through object: Int = 0) -> RetainPath? {
    let graph = graph
    let evidence = evidence()
    let places = CutPlaces(
      of: graph.component(of: object).members, in: graph, evidence: evidence)
    return graph.shortestCycle(through: object).map { cycle in
      RetainPath.explaining(cycle.references, in: graph, at: places, of: evidence).path
    }
  }

  /// The evidence that the drawing gives when each object has as many strong references as are drawn,
  /// and as many more of each kind as the arguments say.
  func evidence(
    strong: [Int: Int] = [:], unowned: [Int: Int] = [:], weak: [Int: Int] = [:],
    uncounted: Set<Int> = []
  ) -> HeapEvidence {
    let found = Dictionary(grouping: arrows, by: { Int($0.reference.target) }).mapValues(\.count)
    var evidence = HeapEvidence(
      graph: graph,
      counts: { object in
        if uncounted.contains(object) { return nil }
        return ReferenceCounts(
          strong: found[object, default: 0] + strong[object, default: 0],
          unowned: unowned[object, default: 0], weak: weak[object, default: 0])
      },
      name: name(of:), line: line(of:))
    evidence.declaringClass = { [classes] in classes[$0.object] }
    evidence.handler = { [handlers] target, _ in handlers[target] }
    evidence.suspension = { [suspended] in suspended[$0] }
    evidence.makes = { [parts] in parts[$0]?.contains($1) ?? false }
    return evidence
  }
}

extension ReferenceLabel {
  static func property(
    _ path: String, canBeWeak: Bool = false, isExistential: Bool = false, isLazy: Bool = false,
    isUnconstrained: Bool = false, isInPayload: Bool = false, type: String = ""
  ) -> ReferenceLabel {
    ReferenceLabel(
      role: .property, path: path, declaredType: type, canBeWeak: canBeWeak,
      isExistential: isExistential, isLazy: isLazy, isUnconstrained: isUnconstrained,
      isInPayload: isInPayload)
  }

  static func capture(
    _ index: Int = 0, of count: Int = 1, path: String = "", type: String = ""
  ) -> ReferenceLabel {
    ReferenceLabel(
      role: .capture, path: path, captureIndex: index, captureCount: count, declaredType: type)
  }

  static func content(_ path: String = "") -> ReferenceLabel {
    ReferenceLabel(role: .content, path: path)
  }

  static func element(_ path: String = "") -> ReferenceLabel {
    ReferenceLabel(role: .element, path: path)
  }

  static let key = ReferenceLabel(role: .key)
  static let value = ReferenceLabel(role: .value)
}

extension HeapSketch {
  /// A controller that holds a work item whose closure captures it.
  ///
  /// ```
  /// Controller ─workItem→ DispatchWorkItem ─_block→ block ─→ block ─closure #1→ context ─→ Controller
  /// ```
  static func workItem() -> HeapSketch {
    var heap = HeapSketch()
    let controller = heap.instance("Shop.Controller")
    let item = heap.instance("Dispatch.DispatchWorkItem")
    let outer = heap.object(.block)
    let inner = heap.object(.block)
    let context = heap.object(.closureContext)
    let closure = heap.function(
      "closure #1 in Controller.scheduleRefresh()", in: "Controller",
      line: SourcePlace(file: "Controller.swift", line: 41))
    heap.refer(controller, to: item, .property("workItem"))
    heap.refer(item, to: outer, .property("_block"))
    heap.refer(outer, to: inner, .content(), confidence: .knownLayout)
    heap.refer(inner, to: context, .content(), function: closure, confidence: .knownLayout)
    heap.refer(context, to: controller, .capture(type: "Shop.Controller"))
    return heap
  }

  /// A parent and a child that refer to each other.
  static func parentAndChild(canBeWeak: Bool = true) -> HeapSketch {
    var heap = HeapSketch()
    let parent = heap.instance("Shop.Parent")
    let child = heap.instance("Shop.Child")
    heap.refer(parent, to: child, .property("child", canBeWeak: canBeWeak))
    heap.refer(child, to: parent, .property("parent", canBeWeak: canBeWeak))
    return heap
  }
}
