#if os(Linux)
  import CLeakBase
  import Dispatch
  import Foundation
  import LeakHeapReading
  import Testing

  /// What is behind the label of a queue in its block of memory: `malloc` leaves there what whoever had the block before has written.
  @Suite(
    .disabled(if: Sanitizer.isAny, "memory that was given back is not given out again"),
    .disabled(if: isOptimized, "what is written to memory before it is given back is left out"))
  struct QueueLabelTests {
    private final class Owner {
      var queue: DispatchQueue?
    }

    /// Makes a queue whose label is in a block that had the owner's address in its third word, if `malloc` gives such a one.
    ///
    /// - Returns: Whether the address is there now.
    private static func makeQueue(in owner: Owner) -> Bool {
      let address = UInt(bitPattern: Unmanaged.passUnretained(owner).toOpaque())
      let blocks = (0..<8).map { _ in malloc(24)! }
      for block in blocks { block.storeBytes(of: address, toByteOffset: 16, as: UInt.self) }
      for block in blocks { free(block) }
      let queue = DispatchQueue(label: "q")
      owner.queue = queue
      let label = queue.sync { UnsafeRawPointer(crt_current_queue_label()) }
      return label?.load(fromByteOffset: 16, as: UInt.self) == address
    }

    @Test func `It is no reference`() throws {
      let owner = Owner()
      #expect((0..<100).contains { _ in Self.makeQueue(in: owner) })
      let address = UnsafeRawPointer(Unmanaged.passUnretained(owner).toOpaque())
      let graph = try HeapReader.shared.snapshot(from: address).graph
      #expect(!graph.references.contains { $0.target == 0 })
      withExtendedLifetime(owner) {}
    }
  }
#endif
