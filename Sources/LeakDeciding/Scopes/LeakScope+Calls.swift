import CLeakBase
import LeakHeapReading
import LeakHeapRoots

// What a body is called with is none of the kit's: where the kit's functions are that have called it is noted, so that a
// check in the body knows them.
extension LeakScope {
  /// Calls `body`, which is the program's.
  @inline(never)
  package func call<Result>(_ body: () throws -> Result) rethrows -> Result {
    bodyCall.begin(crt_calling_function())
    defer { bodyCall.end() }
    return try body()
  }

  /// Calls `body`, which is the program's.
  @inline(never)
  package func call<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    bodyCall.begin(crt_calling_async_function())
    defer { bodyCall.end() }
    return try await body()
  }

  /// Calls `body`, which is the program's, with `value`.
  @inline(never)
  package func call<Value, Result>(
    _ body: (Value) throws -> Result, with value: Value
  ) rethrows -> Result {
    bodyCall.begin(crt_calling_function())
    defer { bodyCall.end() }
    return try body(value)
  }

  /// Who asks what has become of the scope's objects.
  package var caller: Caller {
    var around: [CheckStretch] = []
    var scope = outer
    while let next = scope {
      if let entry = next.entry, let call = next.bodyCall.current {
        around.append(CheckStretch(from: call, to: entry))
      }
      scope = next.outer
    }
    return Caller(entry, around: around)
  }
}
