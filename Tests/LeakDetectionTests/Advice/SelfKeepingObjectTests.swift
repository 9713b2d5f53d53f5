import LeakHeapModel
import Testing

@testable import LeakExplaining

/// What is said of an object of the system's libraries that refers to itself.
struct SelfKeepingObjectTests {
  private static func advice(on type: String) throws -> String {
    var heap = HeapSketch()
    let object = heap.instance(type)
    heap.refer(object, to: object, .property("storage"))
    return try #require(heap.path()).advice
  }

  @Test func `A process`() throws {
    #expect(
      try Self.advice(on: "Foundation.Process") == """
        Call waitUntilExit() on the Process when the process has ended: on Linux it keeps itself, and what its terminationHandler captures, \
        until then. Or set terminationHandler to nil in the handler.
        """)
  }

  @Test func `Another object`() throws {
    #expect(
      try Self.advice(on: "Foundation.Scanner")
        == "The Scanner keeps itself. End what it does, or take from it what it keeps, when it is no longer needed."
    )
  }
}
