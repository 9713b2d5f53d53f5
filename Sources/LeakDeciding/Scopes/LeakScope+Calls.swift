import CLeakBase
import LeakHeapReading
import LeakHeapRoots

// What a body is called with is none of the kit's: where the kit's functions are that have called it is noted, so that a
// check in the body knows them.
extension LeakScope {
  /// Calls `body`, which is the program's.
  @inline(never)
  package func call<Result>(_ body: () throws -> Result) rethrows -> Result {
    note(crt_calling_function())
    defer { note(nil) }
    return try body()
  }

  /// Calls `body`, which is the program's.
  @inline(never)
  package func call<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    note(crt_calling_async_function())
    defer { note(nil) }
    return try await body()
  }

  /// Calls `body`, which is the program's, with `value`.
  @inline(never)
  package func call<Value, Result>(
    _ body: (Value) throws -> Result, with value: Value
  ) rethrows -> Result {
    note(crt_calling_function())
    defer { note(nil) }
    return try body(value)
  }

  /// Who asks what has become of the scope's objects.
  package var caller: Caller {
    var around: [CheckStretch] = []
    var scope = outer
    while let next = scope {
      next.state.withLock { state in
        if let stretch = state.stretch { around.append(stretch) }
      }
      scope = next.outer
    }
    return Caller(entry, around: around)
  }

  private func note(_ call: crt_call?) {
    guard let entry else { return }
    let stretch = call.map { CheckStretch(from: $0, to: entry) }
    state.withLock { $0.stretch = stretch }
  }
}
