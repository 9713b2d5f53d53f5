import Dispatch
import LeakHeapReading
import LeakHeapRoots
import Synchronization
import TestOrder
import Testing

@testable import LeakDeciding
@testable import LeakExplaining

/// What holds an object, and goes while it is found out.
@Suite struct PassingHolderTests {
  private final class Guest {}

  /// A timer's memory that is given back has another first word. Before others: what is left of the timer's two hours is told.
  @Test(.aheadOfOthers) func `Memory is told as it was when the process was copied`() async {
    var told: [String] = []
    // Where somebody had memory at the same address before, and left that somewhere, another holder may be told.
    for _ in 0..<8 {
      let (holders, isTimer) = await Self.holdersOfContext()
      told = holders
      if isTimer { break }
    }
    #expect(told == ["a block that asyncAfter is to run within 7200 s"])
  }

  /// What holds an object that the context of a timer has, the memory of which goes after the process has been copied; and whether the
  /// way led through that timer.
  private static func holdersOfContext() async -> ([String], isTimer: Bool) {
    let size = 1 << 15
    let memory = UnsafeMutablePointer<UInt>.allocate(capacity: size)
    memory.update(repeating: 0, count: size)
    let guest = track(in: memory)
    dispatchAfter(
      dispatchTime(0, 7200 * 1_000_000_000), globalQueue(0, 0), memory
    ) { _ in }
    // Until its turn comes, a timer is with the thread that is to set it. One that is due at once would be no timer.
    await withCheckedContinuation { waiting in
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { waiting.resume() }
    }
    let link = UInt(bitPattern: memory)
    let table = Mutex<Word?>(nil)
    WayObserver.add { way in
      // The first slot may be one of a thread's stack, before which there is no such word.
      guard way.slots.last?.address == link, let first = way.slots.first, let isa = way.isas.first,
        let slot = UnsafeMutablePointer<UInt>(bitPattern: first.address),
        let word = (0..<64).lazy.map({ slot - $0 }).first(where: { $0.pointee == isa })
      else { return }
      word.pointee = 0
      table.withLock { $0 = Word(place: UInt(bitPattern: word), value: isa) }
    }
    let holders = HolderSearch.holders(of: [guest])[0].map(\.text)
    let word = table.withLock { $0 }
    if let word { UnsafeMutablePointer<UInt>(bitPattern: word.place)?.pointee = word.value }
    return (holders, word != nil)
  }

  private struct Word {
    var place: UInt
    var value: UInt
  }

  /// An object whose only retain is the word in `memory`.
  @inline(never)
  private static func track(in memory: UnsafeMutablePointer<UInt>) -> TrackedObject {
    let guest = Guest()
    memory.pointee = UInt(bitPattern: Unmanaged.passRetained(guest).toOpaque())
    return TrackedObject(guest, location: CodeLocation())
  }
}

// The overlay of Swift has no function for them.
@_silgen_name("dispatch_after_f")
private func dispatchAfter(
  _ when: UInt64, _ queue: OpaquePointer, _ context: UnsafeMutableRawPointer?,
  _ work: @convention(c) (UnsafeMutableRawPointer?) -> Void)
@_silgen_name("dispatch_get_global_queue")
private func globalQueue(_ identifier: Int, _ flags: UInt) -> OpaquePointer
@_silgen_name("dispatch_time")
private func dispatchTime(_ when: UInt64, _ delta: Int64) -> UInt64
