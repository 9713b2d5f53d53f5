#if os(Linux)
  import CLeakHeapRoots
  import Foundation
  import Testing

  @testable import LeakBase
  @testable import LeakHeapReading
  @testable import LeakHeapRoots

  /// While a copy of the process is searched, others read the heap.
  @Suite(.disabled(if: Sanitizer.isAny, "no process is searched under a sanitizer"))
  struct LentCompilerTests {
    @Test func othersReadWhileTheCompilerIsLent() async throws {
      let reader = HeapReader()
      let item = Item()
      let count: Int? = reader.withCompilerForSearch { _ in
        reader.lendCompiler()
        defer { reader.takeCompilerBack() }
        let pointer = UnsafeRawPointer(Unmanaged.passUnretained(item).toOpaque())
        return try? reader.snapshot(from: pointer).graph.objects.count
      }
      #expect(count == 1)
    }

    private struct Waits {
      var begun = 0
      var ended = 0
    }

    /// A copy is at work for longer than a wait that is not worth it.
    @Test func whatWaitsForACopyIsTold() throws {
      let waits = UnsafeMutablePointer<Waits>.allocate(capacity: 1)
      waits.initialize(to: Waits())
      defer { waits.deallocate() }
      crt_search_set_waits(
        crt_search_waits(
          before: { $0?.assumingMemoryBound(to: Waits.self).pointee.begun += 1 },
          after: { $0?.assumingMemoryBound(to: Waits.self).pointee.ended += 1 },
          context: waits))
      defer { crt_search_set_waits(crt_search_waits()) }
      let isCopied = HeapReader().withCompiler { compiler in
        (try? ProcessCopy(compiler: compiler, leavingOut: [], seconds: 10)) != nil
      }
      #expect(isCopied)
      #expect(waits.pointee.begun >= 1)
      #expect(waits.pointee.ended == waits.pointee.begun)
    }
  }
#endif
