#if os(Linux)
  import CLeakBase
  import TestOrder
  import Testing

  @testable import LeakHeapRoots
  @testable import LeakHeapReading

  /// The memory that tasks use for the frames of their functions.
  @Suite(.disabled(if: Sanitizer.isAny, "no process is searched under a sanitizer"))
  struct CopiedTasksTests {
    private static let slabSize = 1024

    /// A task's memory keeps what is left of children that are over. This one has the memory that it lies in as its own.
    @Test(.aheadOfOthers) func memoryIsOneTasksAlone() async {
      await #expect(processExitsWith: .success) {
        let (task, slab) = Self.taskWithLeftOverChild()
        let slot = UInt(bitPattern: slab) + UInt(crt_fact_slab_header()) + 8
        let found = HeapReader().withCompiler { compiler -> UInt? in
          guard let copy = try? ProcessCopy(compiler: compiler, leavingOut: [], seconds: 60) else {
            return nil
          }
          return CopiedTasks(copy).task(ofFramesAt: slot)
        }
        precondition(found == UInt(bitPattern: task))
      }
    }

    /// A task's block, and a slab of its memory in which a child is, all of it made up.
    private static func taskWithLeftOverChild() -> (
      task: UnsafeMutableRawPointer, slab: UnsafeMutableRawPointer
    ) {
      let symbols = HeapReader().withCompiler { compiler in
        (task: compiler.symbols.task.bits, slab: compiler.symbols.taskSlab.bits)
      }!
      let slab = zeroed(slabSize + crt_fact_slab_header())
      slab.storeBytes(of: symbols.slab, as: UInt.self)
      for field in [crt_fact_slab_capacity(), crt_fact_slab_used()] {
        slab.storeBytes(of: UInt32(slabSize), toByteOffset: field, as: UInt32.self)
      }
      let task = zeroed(512)
      for place in [task, slab + crt_fact_slab_header() + 512] {
        place.storeBytes(of: symbols.task, as: UInt.self)
        place.storeBytes(
          of: slab, toByteOffset: crt_fact_task_first_slab(), as: UnsafeRawPointer.self)
      }
      return (task, slab)
    }

    private static func zeroed(_ size: Int) -> UnsafeMutableRawPointer {
      let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
      memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
      return memory
    }
  }
#endif
