import LeakHeapReading
import LeakSymbolication
import Testing

@testable import LeakExplaining
@testable import LeakHeapRoots

/// What is told of a variable of a function that was inlined in another one.
@Suite struct InlinedPlaceTests {
  private static let outer: @convention(c) () -> Void = { makeScene() }

  private static func place(inlined: String?) -> HoldingPlace {
    let code = unsafeBitCast(outer, to: UInt.self)
    var heap = HeapSketch()
    _ = heap.instance("Shop.Player")
    let path = RootPath(
      root: .stack(RootThread(name: "Shop"), frames: [code + 1]),
      snapshot: HeapSnapshot(
        graph: heap.graph, addresses: [0], functions: [], unread: [], isas: [0]),
      blocks: [nil], grade: .typedReference, outlivesTest: false,
      variable: LocalVariable(name: "player", code: code, line: 12, inlinedFunction: inlined),
      task: nil)
    return HoldingPlace(path)
  }

  @Test func `It is that function's`() {
    let place = Self.place(inlined: "$s18LeakDetectionTests9makeSceneyyF")
    #expect(place.variable == "player")
    #expect(place.name == "makeScene()")
    #expect(place.module == "LeakDetectionTests")
    #expect(place.line?.description == "InlinedScene.swift:12")
  }

  /// A function of which the binary says no more than its name.
  @Test func `The line of another function is not told`() {
    let place = Self.place(inlined: "$s4Shop9makeSceneyyF")
    #expect(place.variable == "player")
    #expect(place.name == "makeScene()")
    #expect(place.module == "Shop")
    #expect(place.line == nil)
  }

  @Test func `Without one it is the function's own`() {
    let place = Self.place(inlined: nil)
    #expect(place.variable == "player")
    #expect(place.name?.contains("InlinedPlaceTests") == true)
  }
}
