#if os(Linux)
  import CLeakBase
  import LeakBase
  import TestOrder
  import Testing

  /// Whether memory is laid out as it is known is found out without a fault: a debugger stops at each one, though a guard recovers from it.
  ///
  /// It is found out in a process of its own: faults of others count as well, and each process looks once.
  @Suite(.disabled(if: Sanitizer.isAny, "a sanitizer has handlers and allocations of its own"))
  struct LayoutFaultTests {
    @Test(.aheadOfOthers) func `No word is followed that is no address`() async {
      await #expect(processExitsWith: .success) {
        let holds = MemoryGuard.reading {
          crt_heap_layout_holds() && crt_thread_layout_holds() && crt_dispatch_layouts_hold()
        }
        precondition(holds == true)
        precondition(MemoryGuard.faultCount == 0)
      }
    }

    @Test func `The system tells what can be read`() {
      #expect(
        withUnsafePointer(to: 7) { crt_is_readable(UInt(bitPattern: $0)) })
      for address: UInt in [0, 24, 0x5000, 1 << 63, .max - 7] {
        #expect(!crt_is_readable(address), "\(address)")
      }
    }
  }
#endif
