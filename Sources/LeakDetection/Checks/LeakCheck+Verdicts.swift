import CLeakBase
import LeakBase
import LeakDeciding
import LeakExplaining
import LeakHeapReading
import LeakHeapRoots

extension LeakCheck {
  /// The verdict on each of `objects`, in their order. Suspends while there is something to wait for.
  ///
  /// Objects that are gone, and cycles that nothing can break, are not waited for. The objects share one grace, which
  /// counts only time in which the process's own work can go on. Cancelling the task changes no verdict and shortens no
  /// wait.
  ///
  /// - Parameter reportsLateHolders: whether to find out what holds objects that then go late. It costs a search of the
  ///   process as soon as an object has stayed for a moment.
  @inline(never)
  package static func verdicts(
    on objects: [TrackedObject], within grace: Duration, reportsLateHolders: Bool = false,
    for caller: @autoclosure () -> Caller? = nil, isolation: isolated (any Actor)? = #isolation
  ) async -> [Verdict] {
    if let gone = allGone(objects) { return gone.verdicts }
    let caller = caller() ?? Caller(crt_calling_async_function())
    return await answers(
      on: objects, within: grace, reportsLateHolders: reportsLateHolders, sharesVerdicts: false,
      for: caller
    ).verdicts
  }

  /// The verdicts on `objects`. Suspends while there is something to wait for.
  ///
  /// - Parameters:
  ///   - sharesVerdicts: Whether one object may be explained for others.
  ///   - thrown: The error that the caller has caught, where it has. What only that keeps is as good as gone.
  package static func answers(
    on objects: [TrackedObject], within grace: Duration, reportsLateHolders: Bool = false,
    sharesVerdicts: Bool = true, thrown: TransientRoot? = nil,
    for caller: @autoclosure () -> Caller,
    isolation: isolated (any Actor)? = #isolation
  ) async -> NamedVerdicts {
    if let gone = allGone(objects) { return gone }
    let check = CheckedObjects(
      naming: objects, within: grace, reportsLateHolders: reportsLateHolders,
      sharesVerdicts: sharesVerdicts, thrown: thrown?.address, for: caller())
    return verdicts(on: objects, after: await outcome(of: check.recognizingHolders))
  }

  /// The verdict on each of `objects`, in their order. Blocks while there is something to wait for, or runs
  /// the main run loop, as `place` says.
  ///
  /// Otherwise as the asynchronous form.
  @available(*, noasync)
  @inline(never)
  package static func verdicts(
    on objects: [TrackedObject], within grace: Duration, reportsLateHolders: Bool = false,
    for caller: @autoclosure () -> Caller? = nil,
    waiting place: @autoclosure () -> WaitingPlace = .current
  ) -> [Verdict] {
    if let gone = allGone(objects) { return gone.verdicts }
    let caller = caller() ?? Caller(crt_calling_function())
    return answers(
      on: objects, within: grace, reportsLateHolders: reportsLateHolders, sharesVerdicts: false,
      for: caller, waiting: place()
    ).verdicts
  }

  /// The verdicts on `objects`. Blocks while there is something to wait for, or runs the main run loop, as `place` says.
  @available(*, noasync)
  package static func answers(
    on objects: [TrackedObject], within grace: Duration, reportsLateHolders: Bool = false,
    sharesVerdicts: Bool = true, thrown: TransientRoot? = nil,
    for caller: @autoclosure () -> Caller,
    waiting place: @autoclosure () -> WaitingPlace = .current
  ) -> NamedVerdicts {
    if let gone = allGone(objects) { return gone }
    let place = place()
    let check = CheckedObjects(
      naming: objects, within: grace, reportsLateHolders: reportsLateHolders,
      sharesVerdicts: sharesVerdicts, thrown: thrown?.address, for: caller())
    return verdicts(
      on: objects, after: outcome(of: check.recognizingHolders, waiting: place),
      obstacle: place.obstacle)
  }

  /// The report that says `answers` on `objects`. The caller's stack may be small.
  package static func report(
    on objects: [TrackedObject], after answers: NamedVerdicts
  ) -> LeakReport {
    OwnThread.withRoom {
      LeakReport(
        on: objects, verdicts: answers.verdicts, representatives: answers.representatives,
        groups: answers.components)
    }
  }

  /// The verdicts when every object is gone already, which is the usual case and takes no clock.
  private static func allGone(_ objects: [TrackedObject]) -> NamedVerdicts? {
    objects.contains(where: \.isAlive) ? nil : NamedVerdicts(allGone: objects.count)
  }

  /// The verdicts on objects that were all named.
  private static func verdicts(
    on objects: [TrackedObject], after outcome: CheckOutcome, obstacle: String? = nil
  ) -> NamedVerdicts {
    OwnThread.withRoom {
      NamedVerdicts(OutcomeExplainer(outcome, obstacle: obstacle), on: objects)
    }
  }
}
