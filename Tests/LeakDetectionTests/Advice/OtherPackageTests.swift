import Foundation
import LeakHeapModel
import LeakSymbolication
import Testing

@testable import LeakDeciding
@testable import LeakExplaining

/// What belongs to another package than the one whose tests run is changed there by others: it comes after what is one's own.
@Suite struct OtherPackageTests {
  private static let ownFile = "\(folder)/Sources/Shop/Screen.swift"
  private static let checkout = "/elsewhere/.build/checkouts/radio/Sources/Radio/Tuner.swift"

  private static var folder: String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path
  }

  private static func place(_ path: String) -> SourcePlace {
    SourcePlace(file: path.split(separator: "/").last.map(String.init) ?? "", line: 7, path: path)
  }

  /// A screen keeps a closure that captures a tuner, which keeps one that captures the screen.
  private static func exchange(tunersClosureIn first: String, screensClosureIn second: String)
    -> [String?]
  {
    var heap = HeapSketch()
    let screen = heap.instance("Shop.Screen")
    let tuner = heap.instance("Radio.Tuner")
    let closures = [
      ("closure #1 in Tuner.start()", "Tuner", first),
      ("closure #1 in Screen.load()", "Screen", second),
    ].map { name, type, path in
      let function = heap.function(name, in: type, line: place(path))
      return (heap.object(.closureContext), function)
    }
    heap.refer(screen, to: closures[0].0, .property("onTap"), function: closures[0].1)
    heap.refer(closures[0].0, to: tuner, .capture(type: "Radio.Tuner"))
    heap.refer(tuner, to: closures[1].0, .property("onChange"), function: closures[1].1)
    heap.refer(closures[1].0, to: screen, .capture(type: "Shop.Screen"))
    return described(heap.path())
  }

  private static func described(_ path: RetainPath?) -> [String?] {
    [path.map { $0.steps[$0.suspect].text(withNote: false) }, path?.advice]
  }

  private static let nested =
    "If a closure nested inside it says [weak self], move that capture list out here."

  @Test func `A closure of one's own comes first`() {
    let found = Self.exchange(tunersClosureIn: Self.ownFile, screensClosureIn: Self.checkout)
    #expect(
      found == [
        "closure #1 in Tuner.start()",
        "Try [weak self] in the closure at Screen.swift:7. The Tuner keeps the Screen that stores it. "
          + Self.nested,
      ])
    let other = Self.exchange(tunersClosureIn: Self.checkout, screensClosureIn: Self.ownFile)
    #expect(
      other == [
        "closure #1 in Screen.load()",
        "Try [weak self] in the closure at Screen.swift:7. The Screen keeps the Tuner that stores it. "
          + Self.nested,
      ])
  }

  @Test func `Of another package's closure it is said`() {
    let found = Self.exchange(tunersClosureIn: Self.checkout, screensClosureIn: Self.checkout)
    #expect(
      found == [
        "closure #1 in Screen.load()",
        "Try [weak self] in the closure at Tuner.swift:7. The Screen keeps the Tuner that stores it. "
          + Self.nested + " The closure is in another package, radio.",
      ])
  }

  /// A screen has a tuner, whose closure captures the screen.
  private static func target(isTunersPart: Bool) -> [String?] {
    var heap = HeapSketch()
    let screen = heap.instance("Shop.Screen")
    let tuner = heap.instance("Radio.Tuner")
    let closure = heap.object(.closureContext)
    let function = heap.function("closure #1 in Tuner.add(_:)", in: "Tuner", line: place(checkout))
    heap.refer(screen, to: tuner, .property("tuner", canBeWeak: true))
    heap.refer(tuner, to: closure, .property("onTune"), function: function)
    heap.refer(closure, to: screen, .capture(type: "Shop.Screen"))
    heap.place(screen, inFileAt: ownFile)
    heap.place(tuner, inFileAt: checkout)
    if isTunersPart { heap.make(screen, by: tuner) }
    return described(heap.path())
  }

  /// Nobody knows of a property of one's own whether it is what owns, but of a way back.
  @Test func `Another package's closure comes before what may own`() {
    #expect(
      Self.target(isTunersPart: false) == [
        "closure #1 in Tuner.add(_:)",
        "Try a weak capture of Screen in the closure at Tuner.swift:7. If nothing else keeps the Screen, but something else keeps the Tuner, try weak var on Screen.tuner instead. The closure is in another package, radio.",
      ])
    #expect(
      Self.target(isTunersPart: true) == [".tuner: Tuner", "Try weak var on Screen.tuner."])
  }

  /// What is told is the other package's, but the object to look for is among the others.
  @Test func `One's own types are counted first`() {
    var heap = HeapSketch()
    let tuner = heap.instance("Radio.Tuner")
    let receiver = heap.instance("Radio.Receiver")
    let stages = [heap.instance("Radio.Stage"), heap.instance("Radio.Stage")]
    let filter = heap.instance("Radio.Filter")
    let screen = heap.instance("Shop.Screen")
    heap.refer(tuner, to: receiver, .property("receiver", canBeWeak: true))
    let rest = [receiver] + stages + [filter, screen, tuner]
    for (source, target) in zip(rest, rest.dropFirst()) {
      heap.refer(source, to: target, .property("next"))
    }
    heap.refer(receiver, to: tuner, .property("tuner"))
    for object in [tuner, receiver, filter] + stages { heap.place(object, inFileAt: Self.checkout) }
    heap.place(screen, inFileAt: Self.ownFile)
    let explainer = LookExplainer(HeapLook(heap.evidence()))
    let members = heap.graph.component(of: tuner).members
    #expect(
      Cure(of: members, in: heap.graph, of: explainer)?.report.path.company
        == ", among 1 instance of Screen, 2 of Stage, 1 of Filter and 2 of other types that keep one another alive"
    )
  }

  @Test func `A property of one's own comes before another package's`() {
    var heap = HeapSketch()
    let screen = heap.instance("Shop.Screen")
    let tuner = heap.instance("Radio.Tuner")
    heap.refer(screen, to: tuner, .property("tuner", canBeWeak: true))
    heap.refer(tuner, to: screen, .property("listener", canBeWeak: true))
    let undecided = ": the code does not tell which of the two owns the other."
    #expect(
      Self.described(heap.path()) == [
        ".listener: Screen", "Try weak var on Tuner.listener, or on Screen.tuner" + undecided,
      ])
    heap.place(screen, inFileAt: Self.ownFile)
    heap.place(tuner, inFileAt: Self.checkout)
    #expect(Self.described(heap.path()) == [".tuner: Tuner", "Try weak var on Screen.tuner."])
  }

  @Test func `Of two properties of another package the code does not tell which one owns either`() {
    var heap = HeapSketch()
    let node = heap.instance("Radio.Node")
    let other = heap.instance("Radio.Node")
    heap.refer(node, to: other, .property("next", canBeWeak: true))
    heap.refer(other, to: node, .property("previous", canBeWeak: true))
    heap.place(node, inFileAt: Self.checkout)
    heap.place(other, inFileAt: Self.checkout)
    #expect(
      Self.described(heap.path()) == [
        ".next: Node",
        "Try weak var on Node.next, or on Node.previous: the code does not tell which of the two owns the other. The property is in another package, radio.",
      ])
  }

  /// A screen waits in a function of a channel's, which has the continuation.
  private static func waiting(inFileAt path: String) -> String? {
    var heap = HeapSketch()
    let screen = heap.instance("Shop.Screen")
    let channel = heap.instance("Radio.Channel")
    let task = heap.object(.task, "Task", module: "_Concurrency")
    let context = heap.object(.closureContext)
    let closure = heap.function("closure #1 in Screen.follow()", in: "Screen", line: place(ownFile))
    heap.refer(screen, to: channel, .property("channel"))
    heap.refer(channel, to: task, .property("waiting.context"))
    heap.refer(task, to: context, .content("context"), function: closure)
    heap.refer(context, to: screen, .capture(type: "Shop.Screen"))
    heap.place(screen, inFileAt: ownFile)
    heap.place(channel, inFileAt: path)
    return heap.path()?.advice
  }

  @Test func `Another package's continuation is not one's own to resume`() {
    let weakly = "Try [weak self] in the closure at Screen.swift:7. " + Self.nested
    #expect(
      Self.waiting(inFileAt: Self.ownFile)
        == "Call resume() on the continuation on every path: until then its task keeps the Screen. "
        + weakly)
    #expect(
      Self.waiting(inFileAt: Self.checkout)
        == "Call cancel() on the waiting task, if that ends its wait: until then the task keeps the Screen. "
        + weakly)
  }

  /// The report of a run is told where the suspect's file is, where no edits tell that.
  @Test func `The JSON form has the file of the suspect's line`() throws {
    var heap = HeapSketch()
    let screen = heap.instance("Shop.Screen")
    let closure = heap.object(.closureContext)
    let function = heap.function(
      "closure #1 in Screen.load()", in: "Screen", line: Self.place(Self.checkout))
    heap.refer(screen, to: closure, .property("onTap"), function: function)
    heap.refer(closure, to: screen, .capture(type: "Shop.Screen"))
    let path = try #require(heap.path())
    #expect(path.suspectFile == Self.checkout)
    #expect(path.edits == [])
    let decoded = try JSONDecoder().decode(RetainPath.self, from: JSONEncoder().encode(path))
    #expect(decoded == path)
    #expect(decoded.suspectFile == Self.checkout)
  }

  @Test func packagesOfFiles() {
    #expect(SourcePackage.own == Self.folder)
    #expect(SourcePackage.folder(ofFileAt: Self.ownFile) == Self.folder)
    #expect(SourcePackage.folder(ofFileAt: #filePath) == Self.folder)
    #expect(
      SourcePackage.folder(ofFileAt: Self.checkout) == "/elsewhere/.build/checkouts/radio")
    #expect(SourcePackage.name(ofPackageIn: "/elsewhere/.build/checkouts/radio") == "radio")
    #expect(SourcePackage.folder(ofFileAt: "/elsewhere/Sources/Radio/Tuner.swift") == nil)
    #expect(SourcePackage.folder(ofFileAt: "Tuner.swift") == nil)
    #expect(SourcePackage.folder(ofFileAt: "/checkouts/Tuner.swift") == nil)
  }

  /// A bundle that is built in a folder of another package, or run in one, does not make the tests' own package another one.
  @Test func `Where the bundle and the tests are in two packages, neither is one's own`() {
    let consumer = Self.folder + "/Tests/Fixtures/Consumer"
    func own(_ executable: String?, _ directory: String) -> String? {
      SourcePackage.ownFolder(executable: executable, directory: directory)
    }
    #expect(own(Self.folder + "/.build/debug/tests", Self.folder) == Self.folder)
    #expect(own(Self.folder + "/.build/debug/tests", "/") == Self.folder)
    #expect(own("/tmp/build/debug/tests", consumer + "/Tests") == consumer)
    #expect(own(nil, Self.folder) == Self.folder)
    #expect(own(Self.folder + "/.build/debug/tests", consumer) == nil)
    #expect(own("/tmp/build/debug/tests", "/") == nil)
  }
}
