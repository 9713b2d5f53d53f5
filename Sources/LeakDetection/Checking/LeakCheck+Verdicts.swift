import CLeakBase
import HeapReading
import HeapRoots
import LeakBase
import LeakDeciding
import LeakExplaining

extension LeakCheck {
  /// The verdict on each of `objects`, in their order. Suspends while there is something to wait for.
  ///
  /// Objects that are gone, and cycles that nothing can break, are not waited for. The objects share one grace, which
  /// counts only time in which the process's own work can go on. Cancelling the task changes no verdict and shortens no
  /// wait.
  ///
  /// - Parameter tellsLateHolders: whether to find out what holds objects that then go late. It costs a search of the
  ///   process as soon as an object has stayed for a moment.
  @inline(never)
  package static func verdicts(
    on objects: [TrackedObject], within grace: Duration, tellsLateHolders: Bool = false,
    for caller: @autoclosure () -> Caller? = nil, isolation: isolated (any Actor)? = #isolation
  ) async -> [Verdict] {
    if let gone = allGone(objects) { return gone }
    let check = CheckedObjects(
      naming: objects, within: grace, tellsLateHolders: tellsLateHolders,
      for: caller() ?? Caller(crt_calling_async_function()))
    return verdicts(on: objects, after: await outcome(of: check.recognizingHolders))
  }

  /// The verdict on each of `objects`, in their order. Blocks while there is something to wait for, or runs
  /// the main run loop, as `place` says.
  ///
  /// Otherwise as the asynchronous form.
  @available(*, noasync)
  @inline(never)
  package static func verdicts(
    on objects: [TrackedObject], within grace: Duration, tellsLateHolders: Bool = false,
    for caller: @autoclosure () -> Caller? = nil,
    waiting place: @autoclosure () -> WaitingPlace = .current
  ) -> [Verdict] {
    if let gone = allGone(objects) { return gone }
    let place = place()
    let check = CheckedObjects(
      naming: objects, within: grace, tellsLateHolders: tellsLateHolders,
      for: caller() ?? Caller(crt_calling_function()))
    return verdicts(
      on: objects, after: outcome(of: check.recognizingHolders, waiting: place),
      obstacle: place.obstacle)
  }

  /// The verdicts when every object is gone already, which is the usual case and takes no clock.
  private static func allGone(_ objects: [TrackedObject]) -> [Verdict]? {
    objects.contains(where: \.isAlive)
      ? nil : Array(repeating: .deinitialized, count: objects.count)
  }

  /// The verdicts on objects that were all named.
  private static func verdicts(
    on objects: [TrackedObject], after outcome: CheckOutcome, obstacle: String? = nil
  ) -> [Verdict] {
    OwnThread.withRoom {
      let explainer = OutcomeExplainer(outcome, obstacle: obstacle)
      return objects.indices.map { position in
        explainer.verdict(on: position, typeName: objects[position].typeName)
      }
    }
  }
}
