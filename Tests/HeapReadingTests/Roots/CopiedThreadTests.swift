#if os(Linux)
  import CLeakHeapRoots
  import LeakSymbolication
  import Testing

  @testable import LeakHeapRoots
  @testable import LeakHeapReading

  /// The stacks of threads in a copy of the process.
  @Suite(.disabled(if: Sanitizer.isAny, "no process is searched under a sanitizer"))
  struct CopiedThreadTests {
    /// The functions on each thread's stack, innermost first.
    @inline(never)
    private static func functionsOfThreads() -> [[String]] {
      HeapReader().withCompiler { compiler in
        guard let copy = try? ProcessCopy(compiler: compiler, leavingOut: [], seconds: 60) else {
          return []
        }
        return (0..<crt_search_thread_count(copy.search)).map { index in
          CopiedThread(index, in: copy).frames.map { frame in
            frame.isGuessed
              ? "guessed"
              : Symbolizer.shared.functionName(at: frame.code)?.text
                ?? Symbolizer.symbol(at: frame.code) ?? "unknown"
          }
        }
      }
    }

    /// The system tells of a thread that asks where it was when it asked.
    @Test func theThreadThatMakesTheCopyIsWhereItMakesIt() {
      let makers = Self.functionsOfThreads().filter { functions in
        functions.contains { $0.contains("CopiedThreadTests") }
      }
      #expect(makers.map(\.first) == ["crt_search_begin"])
    }
  }
#endif
