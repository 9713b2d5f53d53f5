import LeakHeapReading
import LeakHeapRecording
import Testing

/// What a scope says of the objects allocated in it.
struct ScopeTests {
  @Test func survivorsAreTheObjectsStillAlive() throws {
    let scope = try #require(AllocationScope(label: "survivors"))
    let kept = scope.run {
      for _ in 0..<1000 { _ = Node() }
      return [Node(), Node(), Node()]
    }
    let survivors = scope.survivors()
    #expect(
      survivors.map(\.type.name) == [
        "RecordingTests.Node", "RecordingTests.Node", "RecordingTests.Node",
      ])
    #expect(survivors.map(\.witness.address) == kept.map { address(of: $0) })
    #expect(scope.survivors().count == 3)
    withExtendedLifetime(kept) {}
  }
}

final class Node {
  var next: Node?
  var handler: (() -> Void)?
}

func address(of object: AnyObject) -> UInt {
  UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
}
