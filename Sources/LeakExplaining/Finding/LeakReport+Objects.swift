import LeakDeciding

extension LeakReport {
  /// The report on `objects`, whose verdicts stand in the same order. Objects of one cause are counted
  /// together.
  package init(on objects: [TrackedObject], verdicts: [Verdict]) {
    self.init(on: objects, verdicts: verdicts) { _ in nil }
  }

  /// The report on `objects`, as above. `retained` tells what would go with an object, where that is known.
  init(
    on objects: [TrackedObject], verdicts: [Verdict],
    retained: (TrackedObject) -> RetainedObjects?
  ) {
    var leaks = LeakTally()
    var late = LeakTally()
    for (object, verdict) in zip(objects, verdicts) where verdict != .deinitialized {
      var leak = Leak(object, verdict: verdict)
      leak.retained = retained(object)
      if case .late = verdict { late.add(leak) } else { leaks.add(leak) }
    }
    self.init(leaks: leaks.leaks, late: late.leaks)
  }
}

extension Leak {
  /// The finding that `verdict` is on `object`.
  package init(_ object: TrackedObject, verdict: Verdict) {
    self.init(
      typeName: object.typeName, label: object.label, verdict: verdict, location: object.location)
  }
}
