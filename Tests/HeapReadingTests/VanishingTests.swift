import CLeakBase
import Foundation
import LeakHeapModel
import TestOrder
import Testing

@testable import LeakBase
@testable import LeakHeapReading
@testable import LeakHeapRecording

/// Memory that is gone when it is looked at.
@Suite struct VanishingTests {
  @Test func loadsFromUnreadableMemoryGiveZero() {
    let memoryGuard = MemoryGuard()
    withExtendedLifetime(memoryGuard) {
      let page = GuardedPage()
      let end = page.place([1, 2, 3, 4, 5, 6, 7, 8]) + 8
      let before = MemoryGuard.faultCount
      #expect(end.word() == 0)
      #expect(end.uint32() == 0)
      #expect(end.uint16() == 0)
      #expect(end.byte() == 0)
      #expect((end + -1).string() == "\u{8}")
      #expect(Address(0xDEAD_0000_0000_0000).word() == 0)
      #expect((end + -8).word() == 0x0807_0605_0403_0201)
      #expect((end + -4).uint32() == 0x0807_0605)
      #expect((end + -2).uint16() == 0x0807)
      #expect((end + -1).byte() == 8)
      #expect(MemoryGuard.faultCount >= before + 6)
    }
  }

  @Test(arguments: 0...24) func copiesStopWhereMemoryEnds(length: Int) {
    let memoryGuard = MemoryGuard()
    withExtendedLifetime(memoryGuard) {
      let bytes = (1...13).map { UInt8($0) }
      let place = GuardedPage().place(bytes)
      var target = [UInt8](repeating: 0, count: 32)
      let isWhole = target.withUnsafeMutableBytes { place.copy(length, to: $0.baseAddress!) }
      #expect(isWhole == (length <= bytes.count))
      let copied = isWhole ? length : target.prefix { $0 != 0 }.count
      #expect(Array(target[..<copied]) == Array(bytes[..<copied]))
      #expect(target[copied...].allSatisfy { $0 == 0 })
    }
  }

  /// An object's words are copied in one call, the first of them and those at some offsets.
  @Test(
    arguments: [
      ([], [1], true), ([16, 8], [1, 3, 2], true), ([8, 24, 8], [1, 2, 0], false),
    ] as [([UInt32], [UInt64], Bool)])
  func wordsAreGatheredUntilOneIsGone(offsets: [UInt32], expected: [UInt64], isWhole: Bool) {
    let memoryGuard = MemoryGuard()
    withExtendedLifetime(memoryGuard) {
      let bytes = [1, 2, 3].flatMap { word in
        withUnsafeBytes(of: UInt64(word).littleEndian, Array.init)
      }
      let place = GuardedPage().place(bytes)
      var words = [UInt64](repeating: 0, count: expected.count)
      #expect(crt_gather(&words, place.bits, offsets, offsets.count) == isWhole)
      #expect(words == expected)
      #expect(!crt_gather(&words, (place + 24).bits, offsets, offsets.count))
    }
  }

  /// A crash of the host's own code stays what it was.
  @Test(.aheadOfOthers) func otherFaultsEndTheProcess() async {
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      signal(SIGSEGV, SIG_DFL)
      let memoryGuard = MemoryGuard()
      withExtendedLifetime(memoryGuard) {
        UnsafeMutablePointer<Int>(bitPattern: 0x10)!.pointee = 1
      }
    }
  }

  @Test(.aheadOfOthers) func otherHandlersAreCalledAndGivenBack() async {
    await #expect(processExitsWith: .exitCode(7)) {
      signal(SIGSEGV) { _ in _exit(7) }
      do {
        let memoryGuard = MemoryGuard()
        withExtendedLifetime(memoryGuard) { precondition(Address(0x10).word() == 0) }
      }
      UnsafeMutablePointer<Int>(bitPattern: 0x10)!.pointee = 1
    }
  }

  #if os(Linux)
    /// The system ends a process that has a fault which the thread holds back, whatever handlers there are.
    @Test(.aheadOfOthers) func threadsMayHoldFaultsBack() async {
      await #expect(processExitsWith: .success) {
        let page = GuardedPage()
        let end = page.place([1, 2, 3, 4, 5, 6, 7, 8]) + 8
        let holder = Owner()
        holder.owned = Owner()
        let place = UnsafeRawPointer(Unmanaged.passUnretained(holder).toOpaque())
        let memoryGuard = MemoryGuard()
        // All of them, and the one without the other.
        for held in [Set(1...31), [SIGSEGV], [SIGBUS]] {
          var mask = sigset_t()
          sigemptyset(&mask)
          for signal in held { sigaddset(&mask, signal) }
          pthread_sigmask(SIG_SETMASK, &mask, nil)
          precondition(MemoryGuard.reading { end.word() } == 0)
          precondition(OwnThread.withRoom { end.word() } == 0)
          let snapshot = try HeapReader.shared.snapshot(from: place)
          precondition(snapshot.addresses.count == 2)
          var after = sigset_t()
          pthread_sigmask(SIG_SETMASK, nil, &after)
          let signals = (1...31).filter { $0 != SIGKILL && $0 != SIGSTOP }
          precondition(signals.allSatisfy { (sigismember(&after, $0) == 1) == held.contains($0) })
        }
        withExtendedLifetime((holder, memoryGuard)) {}
      }
    }
  #endif

  @Test func countsOfWhatIsGone() throws {
    // The recorder, when another test's scope is open, holds an unowned reference to what it records.
    let holder = AllocationRecorder.withoutRecording {
      let holder = Owner()
      holder.owned = Owner()
      return holder
    }
    let snapshot = try HeapReader.shared.snapshot(
      from: Unmanaged.passUnretained(holder).toOpaque())
    #expect(snapshot.counts(of: 1) == ReferenceCounts(strong: 1, unowned: 0, weak: 0))
    // Where another object, or none, has come to lie at the address.
    let moved = HeapSnapshot(
      graph: snapshot.graph, addresses: [snapshot.addresses[0], GuardedPage().place([]).bits],
      functions: [], unread: [],
      isas: Array(repeating: 1, count: snapshot.graph.types.count))
    #expect(moved.counts(of: 0) == nil)
    #expect(moved.counts(of: 1) == nil)
  }

  /// A second word that says it is a side table, and is not one.
  @Test(arguments: [UInt64.max, 0xC000_0000_0000_0002, 0xC000_0000_0000_0000])
  func staleSideTables(word: UInt64) {
    let memoryGuard = MemoryGuard()
    withExtendedLifetime(memoryGuard) {
      let object = GuardedPage().place(withUnsafeBytes(of: (UInt64(1), word), Array.init))
      #expect(ReferenceCounts(objectAt: object) == nil)
    }
  }
}

private final class Owner {
  var owned: Owner?
}
