import LeakHeapReading

extension LeakScope {
  /// Runs `body` in this scope, tracks the instances in its result, and drops the result.
  ///
  /// Not inlined: the optimizer may not move the release of the result behind the check that follows.
  @inline(never)
  package func trackResult<Result>(of body: () throws -> Result, at location: CodeLocation) rethrows
  {
    try open {
      let result = try call(body)
      track(instancesIn: result, at: location)
    }
  }

  /// Runs `body` in this scope, tracks the instances in its result, and drops the result.
  @inline(never)
  package func trackResult<Result>(
    isolation: isolated (any Actor)? = #isolation, of body: () async throws -> Result,
    at location: CodeLocation
  ) async rethrows {
    try await open {
      let result = try await call(isolation: isolation, body)
      track(instancesIn: result, at: location)
    }
  }

  /// Tracks the class instances that `value` refers to: itself, or through optionals, tuples, structs, enum
  /// payloads and collections.
  @inline(never)
  package func track<Value>(instancesIn value: borrowing Value, at location: CodeLocation) {
    if let pointer = HeapReader.shared.knownInstance(value) {
      track(unretained: pointer, label: nil, location: location)
      return
    }
    for pointer in HeapReader.shared.instances(in: value) {
      track(unretained: pointer, label: nil, location: location)
    }
  }
}
