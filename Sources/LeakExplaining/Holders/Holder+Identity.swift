extension Holder {
  /// What tells the holder from others in every run: no lines, times or threads.
  ///
  /// A variable of the program's is its name, and what of it leads to the object. Of work that waits its closure says more than
  /// where it waits: the name of a queue may be made up by the program, and in optimised code a task waits in another function.
  var identity: [String] {
    guard case .place(let place, let path) = kind else { return [] }
    var parts = [place.kind.rawValue]
    let declared = path.declaredStep?.identity
    if place.kind.isVariable || place.variable != nil || declared == nil {
      parts += [
        place.name ?? "", place.variable ?? "", place.module ?? "", place.discriminator ?? "",
      ]
    }
    parts += declared ?? []
    // A timer that is done is another defect than one that fires.
    if place.isDoneTimer { parts.append("done") }
    return parts
  }
}

extension HoldingPath {
  /// The step that the program can change: what its first closure captures, or else the property that is nearest to the object.
  fileprivate var declaredStep: RetainPath.Step? {
    let declared = steps.filter(\.isDeclaredByProgram)
    return declared.first { $0.capture != nil } ?? declared.last
  }
}

extension HoldingPlace.Kind {
  /// Whether the place is in a function or a task that has not returned, which may have retained the object more than once: so is a suite
  /// that is a structure. What waits for a process to end has that several times.
  var isUnfinished: Bool {
    [.stack, .running, .testVariable, .suite, .process, .task, .continuation, .taskLocal]
      .contains(self)
  }

  /// Whether the place is a variable, which has the name that the program gave it.
  fileprivate var isVariable: Bool {
    switch self {
    case .global, .stack, .running, .testVariable, .suite, .testCase, .library: true
    case .threadLocal, .delayedBlock, .pendingBlock, .queueValue, .dispatchGroup, .dispatchTimer,
      .dispatchSource, .runLoopTimer, .runLoop, .urlSessionTask, .notificationCenter,
      .operationQueue, .process, .task, .taskLocal, .continuation, .memory:
      false
    }
  }
}

extension Holder {
  /// The same without the positions of elements in collections, and without what keeps the object afterwards or as well.
  var withoutPositions: Holder {
    guard case .place(let place, var path) = kind else { return self }
    path.references = []
    path.cycleAfterwards = nil
    path.isOneOfSeveral = nil
    path.steps = path.steps.map(\.withoutPositions)
    return .place(place, path: path)
  }
}

extension Holder {
  /// The same without when work is due, where it is not due by now.
  var withoutTime: Holder {
    guard case .place(var place, let path) = kind, let seconds = place.dueWithin, seconds != 0
    else {
      return self
    }
    place.dueWithin = nil
    return .place(place, path: path)
  }

  /// The same, due when `other` is as well, which is the same but for that.
  func due(with other: Holder) -> Holder {
    guard case .place(var place, let path) = kind, place.dueWithin != other.place?.dueWithin else {
      return self
    }
    place.dueWithin = place.dueWithin.flatMap { own in other.place?.dueWithin.map { max(own, $0) } }
    return .place(place, path: path)
  }
}
