import LeakBase

// Asynchronous functions with variables of every kind, which wait for someone to resume them.

/// Where suspended functions wait, and what their variables have.
final class Waiting: Sendable {
  private struct State {
    var continuation: UnsafeContinuation<Void, Never>?
    var objects: [String: [String: UInt]] = [:]
  }

  private let state = VisibleMutex(State())

  /// The objects that variables have, by the names of the function and of the variable.
  var objects: [String: [String: UInt]] { state.withLock { $0.objects } }

  func resume() {
    let continuation = state.withLock { state in
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume()
  }

  func keep(_ continuation: UnsafeContinuation<Void, Never>) {
    state.withLock { $0.continuation = continuation }
  }

  func note(_ objects: [String: Lantern], of function: String = #function) {
    let words = objects.mapValues { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) }
    state.withLock { $0.objects[function] = words }
  }
}

@inline(never)
func waitAtContinuation(_ lantern: Lantern, _ waiting: Waiting) async {
  let before = Lantern()
  waiting.note(["lantern": lantern, "before": before])
  await withUnsafeContinuation { waiting.keep($0) }
  let after = Lantern()
  withExtendedLifetime((before, after)) {}
}

@inline(never)
func waitForOther(_ lantern: Lantern, _ waiting: Waiting) async {
  var changed = lantern
  do {
    let first = Lantern()
    await Task.yield()
    changed = first
  }
  do {
    let second = Lantern()
    waiting.note(["lantern": lantern, "changed": changed, "second": second])
    await waitAtContinuation(second, waiting)
    changed = second
  }
}

@inline(never)
func waitInClosure(_ lantern: Lantern, _ waiting: Waiting) async {
  let outer = Lantern()
  let closure: (Lantern) async -> Void = { given in
    let inner = Lantern()
    waiting.note(["given": given, "inner": inner, "outer": outer], of: "closure")
    await waitForOther(inner, waiting)
    withExtendedLifetime(inner) {}
  }
  waiting.note(["lantern": lantern, "outer": outer])
  await closure(lantern)
}

extension Lantern {
  @inline(never)
  func waitInMethod<Value: Sendable>(_ value: Value, _ waiting: Waiting) async -> Value {
    let own = Lantern()
    waiting.note(["self": self, "own": own])
    await waitInClosure(own, waiting)
    withExtendedLifetime(own) {}
    return value
  }

  @inline(never)
  func waitInLoop(_ waiting: Waiting) async throws {
    let own = Lantern()
    for number in 0..<1 {
      let inLoop = Lantern()
      waiting.note(["self": self, "own": own, "inLoop": inLoop])
      if await waitInMethod(number, waiting) > 1 { throw CancellationError() }
      withExtendedLifetime(inLoop) {}
    }
    withExtendedLifetime(own) {}
  }
}

/// Waits for a task of its own.
@inline(never)
func waitForTask(_ lantern: Lantern, _ waiting: Waiting) async {
  let own = Lantern()
  waiting.note(["lantern": lantern, "own": own])
  async let other: Void = waitAtContinuation(own, waiting)
  await other
  withExtendedLifetime(own) {}
}

/// Runs its functions when the test says so.
actor Lamp {
  private let stage: ActorStage
  nonisolated var unownedExecutor: UnownedSerialExecutor { stage.asUnownedSerialExecutor() }

  init(stage: ActorStage) {
    self.stage = stage
  }

  func hold(_ lantern: Lantern) async {
    withExtendedLifetime(lantern) {}
  }
}

/// Waits for an actor's executor to run a function, and then for its own executor.
@inline(never)
func waitForActor(_ lantern: Lantern, _ lamp: Lamp, _ waiting: Waiting) async {
  let own = Lantern()
  waiting.note(["lantern": own], of: "hold(_:)")
  waiting.note(["lantern": lantern, "own": own])
  await lamp.hold(own)
  withExtendedLifetime(own) {}
}

/// Runs the jobs of an actor when it is told to.
final class ActorStage: SerialExecutor {
  private let jobs = VisibleMutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  func run() {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedSerialExecutor())
    }
  }
}
