/// Waits for tracked objects to go, and finds out why those that stay do.
package enum LeakCheck {
  /// The verdict on each of `objects`, in their order. Suspends while there is something to wait for.
  ///
  /// Objects that are gone, and cycles that nothing can break, are not waited for. The objects share one
  /// deadline, `grace` from the call. Cancelling the task changes no verdict and shortens no wait.
  ///
  /// - Parameter tellsLateHolders: whether to find out what holds objects that then go late. It costs a search of the
  ///   process as soon as an object has stayed for a moment.
  package static func verdicts(
    on objects: [TrackedObject], within grace: Duration, tellsLateHolders: Bool = false,
    isolation: isolated (any Actor)? = #isolation
  ) async -> [Verdict] {
    if let gone = allGone(objects) { return gone }
    var watch = LeakWatch(objects.map(LeakWatch.Subject.init), within: grace)
    let clock = SuspendingClock()
    let start = clock.now
    var late = tellsLateHolders ? LateHolders() : nil
    while let pause = watch.advance(at: clock.now - start) {
      late?.look(at: objects, after: clock.now - start)
      await sleep(for: pause)
    }
    return finish(watch, on: objects, late: late)
  }

  /// The verdict on each of `objects`, in their order. Blocks while there is something to wait for, or runs
  /// the main run loop, as `place` says.
  ///
  /// Otherwise as the asynchronous form.
  @available(*, noasync)
  package static func verdicts(
    on objects: [TrackedObject], within grace: Duration, tellsLateHolders: Bool = false,
    waiting place: @autoclosure () -> WaitingPlace = .current
  ) -> [Verdict] {
    if let gone = allGone(objects) { return gone }
    let place = place()
    var watch = LeakWatch(
      objects.map(LeakWatch.Subject.init), within: grace, obstacle: place.obstacle)
    let clock = SuspendingClock()
    let start = clock.now
    var late = tellsLateHolders ? LateHolders() : nil
    while let pause = watch.advance(at: clock.now - start) {
      late?.look(at: objects, after: clock.now - start)
      place.wait(for: pause)
    }
    return finish(watch, on: objects, late: late)
  }

  /// The verdicts of `watch`, with what holds the objects that stayed, and what held those that went late.
  private static func finish(
    _ watch: LeakWatch, on objects: [TrackedObject], late: LateHolders?
  ) -> [Verdict] {
    let verdicts = watch.verdicts.map { $0 ?? .deinitialized }
    return HolderSearch.refined(
      late?.added(to: verdicts) ?? verdicts, on: objects.map(HolderSearch.Subject.init))
  }

  /// The verdicts when every object is gone already, which is the usual case and takes no clock.
  private static func allGone(_ objects: [TrackedObject]) -> [Verdict]? {
    objects.contains(where: \.isAlive)
      ? nil : Array(repeating: .deinitialized, count: objects.count)
  }

  /// Sleeps even in a cancelled task, where `Task.sleep` returns at once and polling would spin.
  static func sleep(
    for pause: Duration, isolation: isolated (any Actor)? = #isolation
  ) async {
    do {
      try await Task.sleep(for: pause, clock: .suspending)
    } catch {
      await Task.detached { try? await Task.sleep(for: pause, clock: .suspending) }.value
    }
  }
}

extension LeakWatch.Subject {
  init(_ object: TrackedObject) {
    self.init(isAlive: { object.isAlive }, look: { Judgement.look(at: object) })
  }
}
