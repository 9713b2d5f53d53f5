#if os(Linux)
  import CFaultScenes
  import Foundation
  import LeakBase
  import Synchronization
  import TestOrder
  import Testing

  @testable import LeakHeapReading
  @testable import LeakHeapRoots

  /// A file that a thread locks, closes, and locks again.
  private final class LockedFile: Sendable {
    private let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      .path
    private let isOver = Atomic(false)
    private let hasEnded = DispatchSemaphore(value: 0)
    private let refusals = Atomic(0)

    func lockAgainAndAgain() {
      while !isOver.load(ordering: .relaxed) {
        var file: Int32
        // The system may copy the first 64 for a moment: those that become free stay in use.
        repeat { file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) } while 0..<64 ~= file
        if flock(file, LOCK_EX | LOCK_NB) != 0 { refusals.add(1, ordering: .relaxed) }
        close(file)
      }
      hasEnded.signal()
    }

    /// How often another seemed to have the lock.
    func end() -> Int {
      isOver.store(true, ordering: .relaxed)
      hasEnded.wait()
      unlink(path)
      return refusals.load(ordering: .relaxed)
    }
  }

  /// The copy of a process has none of its descriptors: what the host closes is closed.
  @Suite(.disabled(if: Sanitizer.isAny, "no process is searched under a sanitizer"))
  struct CopiedDescriptorTests {
    /// Calls `body` while there is a copy of the process.
    private static func withCopy<Result: Sendable>(_ body: () -> Result) -> Result {
      let result = HeapReader().withCompiler { compiler in
        guard let copy = try? ProcessCopy(compiler: compiler, leavingOut: [], seconds: 60) else {
          return nil as Result?
        }
        return withExtendedLifetime(copy, body)
      }
      return result!
    }

    /// Whether who reads a pipe sees its end while there is a copy that was made before.
    private static var pipesEnd: Bool {
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      return withCopy {
        close(ends[1])
        var reader = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        return poll(&reader, 1, 10_000) == 1 && Int32(reader.revents) & Int32(POLLHUP) != 0
      }
    }

    @Test(.aheadOfOthers) func pipesOfTheHostEnd() async {
      await #expect(processExitsWith: .success) { precondition(Self.pipesEnd) }
    }

    /// Systems of before Linux 5.9 have no call that closes all, and containers refuse it.
    @Test(.aheadOfOthers) func pipesOfTheHostEndWhereNoCallClosesAll() async {
      await #expect(processExitsWith: .success) {
        precondition(fsc_refuse_close_range())
        precondition(Self.pipesEnd)
      }
    }

    /// From the beginning: a lock that the host gives back by closing the file is free, however late the copy first runs.
    @Test(.slow, .aheadOfOthers) func locksOfTheHostEnd() async {
      await #expect(processExitsWith: .success) {
        let locks = LockedFile()
        Thread.detachNewThread { locks.lockAgainAndAgain() }
        for _ in 0..<10 { Self.withCopy {} }
        precondition(locks.end() == 0)
      }
    }
  }
#endif
