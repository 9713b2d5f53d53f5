#if os(Linux)
  import Foundation
  import TestOrder
  import Testing

  @testable import LeakHeapReading

  /// What a search of the process does with memory that was never touched, such as most of the stacks of threads.
  @Suite(.disabled(if: Sanitizer.isAny, "no process is searched under a sanitizer"))
  struct UntouchedMemoryTests {
    private final class Item {}

    /// How often the processes that have been waited for had the system make a page.
    private static var faultsOfCopies: Int {
      var usage = rusage()
      getrusage(RUSAGE_CHILDREN.rawValue, &usage)
      return usage.ru_minflt
    }

    /// Maps memory in parts of 32 MB with a gap before each, so that they stay apart, and touches none of it.
    private static func map(_ count: Int) {
      let size = 32 << 20
      for _ in 0..<count {
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        guard let start = mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0),
          start != MAP_FAILED
        else { fatalError("no memory") }
        munmap(start, 4096)
      }
    }

    /// A gigabyte has 262,144 pages; the copy of a small process has a few thousand.
    @Test(.aheadOfOthers) func `What was never touched is not read`() async {
      await #expect(processExitsWith: .success) {
        Self.map(32)
        let item = Item()
        let before = Self.faultsOfCopies
        _ = HeapReader().holders(of: [ObjectWitness(item)])
        let faults = Self.faultsOfCopies - before
        withExtendedLifetime(item) { precondition(faults > 0 && faults < 100_000, "\(faults)") }
      }
    }
  }
#endif
