import LeakDetection
import TestOrder
import Testing

/// What a `ManagedBuffer` keeps nobody can declare weak.
@Suite(.slow) struct ManagedBufferTests {
  private final class Header: ManagedBuffer<Owner?, Int> {}

  private final class Owner {
    var buffer: ManagedBuffer<Owner?, Int>?
  }

  private final class Elements: ManagedBuffer<Int, Ring> {
    deinit {
      _ = withUnsafeMutablePointers { count, elements in
        elements.deinitialize(count: count.pointee)
      }
    }
  }

  private final class Ring {
    var buffer: ManagedBuffer<Int, Ring>?
  }

  @Test func aHeader() async {
    let report = await LeakDetector.detect {
      // Nothing else could see them, and they would be optimised away.
      let owner = trackForLeaks(Owner())
      let buffer = Header.create(minimumCapacity: 4) { _ in nil }
      buffer.header = owner
      owner.buffer = buffer
    }
    #expect(
      report.textWithoutLines == """
        ManagedBufferTests.Owner leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ ManagedBufferTests.Header
          │    .header: ManagedBufferTests.Owner
          │    .buffer: ManagedBufferTests.Header
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ ManagedBufferTests.Header

          Try weak var on ManagedBufferTests.Owner.buffer: the code does not tell whether it owns the ManagedBufferTests.Header.
          pattern mutual-references (swift run leakcases show owners/target-container)
          fingerprint df66f8f4
        """)
  }

  @Test func anElement() async {
    let report = await LeakDetector.detect {
      let ring = trackForLeaks(Ring())
      let buffer = Elements.create(minimumCapacity: 2) { _ in 1 }
      buffer.withUnsafeMutablePointerToElements { $0.initialize(to: ring) }
      ring.buffer = buffer
    }
    #expect(
      report.textWithoutLines == """
        ManagedBufferTests.Ring leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ ManagedBufferTests.Elements
          │    an unnamed reference: ManagedBufferTests.Ring (probably)
          │    .buffer: ManagedBufferTests.Elements
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ ManagedBufferTests.Elements

          Try weak var on ManagedBufferTests.Ring.buffer: the code does not tell whether it owns the ManagedBufferTests.Elements.
          pattern mutual-references (swift run leakcases show owners/target-container)
          fingerprint 5d58db55
        """)
  }
}
