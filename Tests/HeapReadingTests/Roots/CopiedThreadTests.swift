#if os(Linux)
  import CLeakHeapRoots
  import LeakSymbolication
  import Testing

  @testable import LeakHeapRoots
  @testable import LeakHeapReading

  /// The stacks of threads in a copy of the process.
  @Suite(
    .serialized, .disabled(if: Sanitizer.isAny, "no process is searched under a sanitizer"))
  struct CopiedThreadTests {
    /// What `read` gives of each thread of a copy.
    @inline(never)
    private static func threads<Result: Sendable>(_ read: (CopiedThread) -> Result) -> [Result] {
      HeapReader().withCompiler { compiler in
        guard let copy = try? ProcessCopy(compiler: compiler, leavingOut: [], seconds: 60) else {
          return []
        }
        return (0..<crt_search_thread_count(copy.search)).map { read(CopiedThread($0, in: copy)) }
      } ?? []
    }

    private static func name(of frame: CopiedThread.Frame) -> String {
      if frame.isGuessed { return "guessed" }
      return Symbolizer.shared.functionName(at: frame.code)?.text
        ?? Symbolizer.symbol(at: frame.code) ?? "unknown"
    }

    /// The functions on each thread's stack, innermost first.
    @inline(never)
    private static func functionsOfThreads() -> [[String]] {
      threads { $0.frames.map(name) }
    }

    /// The system tells of a thread that asks where it was when it asked.
    @Test func theThreadThatMakesTheCopyIsWhereItMakesIt() {
      let makers = Self.functionsOfThreads().filter { functions in
        functions.contains { $0.contains("CopiedThreadTests") }
      }
      #expect(makers.map(\.first) == ["crt_search_begin"])
    }

    /// For each thunk on a stack: the program's function that its memory is of.
    @inline(never)
    private static func ownersOfThunks() -> [String] {
      let owners = threads { thread in
        thread.frames.indices.filter { name(of: thread.frames[$0]) == "reabstraction thunk" }
          .compactMap { thread.programFrame(under: $0).map { name(of: thread.frames[$0]) } }
      }
      return Array(owners.joined())
    }

    /// A thunk, which the compiler makes to store a function in an array, is nobody's: what it calls is the program's.
    @Test @_optimize(none) func aThunksMemoryIsThatOfTheFunctionItCalls() {
      var owners: [String] = []
      let ask = { owners = Self.ownersOfThunks() }
      let functions = [ask]
      for function in functions { function() }
      let name = "closure #1 in CopiedThreadTests.aThunksMemoryIsThatOfTheFunctionItCalls()"
      #expect(owners.contains(name))
      #expect(!owners.contains("reabstraction thunk"))
    }
  }
#endif
