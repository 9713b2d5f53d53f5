import LeakTesting
import TestOrder
import Testing

/// What memory of a C library's is told to be, and what is advised.
@Suite struct MemoryOfCTests {
  private final class Guest: Sendable {}

  /// A C library's memory, which has its user's object in a word that has no type. Nothing leads there.
  private struct Context {
    private let inverted: UInt

    private var word: UnsafeMutablePointer<Unmanaged<Guest>> { .init(bitPattern: ~inverted)! }

    @inline(never)
    init() {
      inverted = ~UInt(bitPattern: UnsafeMutablePointer<Unmanaged<Guest>>.allocate(capacity: 4))
    }

    @inline(never)
    func take(_ guest: Guest) { word.initialize(to: .passRetained(guest)) }

    @inline(never)
    func end() {
      word.pointee.release()
      word.deallocate()
    }
  }

  /// In a process of its own: among other tests a word by chance could be another holder.
  @Test(.aheadOfOthers) func whatWasHandedToItIsPossiblyKept() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      let context = Context()
      let report = await LeakDetector.detect(within: .milliseconds(10)) {
        let guest = Guest()
        trackForLeaks(guest)
        context.take(guest)
      }
      context.end()
      print(report)
    }
    #expect(
      String(decoding: result.standardOutputContent, as: UTF8.self) == """
        MemoryOfCTests.Guest is held: 1 instance is kept alive, possibly by memory of unknown use.

          ╭─ memory of unknown use
          ╰→ MemoryOfCTests.Guest

          If it was handed to a library, end that before the check, or allow more time. Or the memory contains only a stale copy of the object's address, which keeps nothing alive.
          fingerprint 4282f11e

        """)
  }
}
