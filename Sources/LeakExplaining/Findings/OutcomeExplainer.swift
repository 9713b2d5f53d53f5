import LeakDeciding
import LeakHeapModel
import LeakHeapReading
import LeakHeapRoots

/// Turns what became of the objects of a check into verdicts. It is made once, when all waiting is over.
package struct OutcomeExplainer: Sendable {
  let outcome: CheckOutcome

  /// What was read, and who explains it; or why the heap could not be read.
  private let read: (reading: CheckReading, look: Result<LookExplainer, HeapReadingError>)?

  /// Who explains what was read.
  var look: Result<LookExplainer, HeapReadingError>? { read?.look }

  private let knownSites = KnownSites()

  /// Why nothing can be said of an object that is there, unless it is proven to be leaked for good, as one sentence part.
  let obstacle: String?

  /// Why nothing can be said of what stayed, when nothing went on in the process.
  private static func stall(ofMainQueue isOfMainQueue: Bool) -> String {
    isOfMainQueue
      ? "the process's main queue did not run while the check waited"
      : "the process's own tasks and queues did not run while the check waited: the machine was too busy"
  }

  /// Why nothing can be said of what a task has that was not run because of the checks themselves.
  private static func blockedTasks(of work: String) -> String {
    "\(work) waits for a thread, and synchronous checks block all of them: make the test async"
  }

  package init(_ outcome: CheckOutcome, obstacle: String? = nil) {
    self.outcome = outcome
    read = outcome.reading.map { reading in
      (reading, reading.look.map { LookExplainer($0, in: reading) })
    }
    self.obstacle =
      obstacle ?? (outcome.isStalled ? Self.stall(ofMainQueue: outcome.isOfMainQueue) : nil)
  }

  /// The verdict on the named object at `position`, of the type `typeName`.
  package func verdict(
    on position: Int, typeName: @autoclosure @escaping () -> String
  ) -> Verdict {
    if let end = outcome.ends[position] {
      return end == .zero
        ? .deinitialized : .late(after: end, heldBy: [Holder](outcome.lateHolders[position]))
    }
    guard let (reading, look) = read else { return .inconclusive(Judgement.changingGraph) }
    let judgement = reading.judgement(of: position)
    if let obstacle, !judgement.isFinal { return .inconclusive(obstacle) }
    let answer = reading.answers[position]
    let subject = HolderSearch.Subject(
      witness: reading.objects[position], typeName: typeName())
    switch look {
    case .failure(let error): return .inconclusive(error.reason)
    case .success(let look):
      let verdict = look.verdict(on: subject, judgement: judgement, answer: answer)
      return afterBlocking(verdict, answer)
    }
  }

  /// `verdict`, unless what holds the object waits for what synchronous checks block: then nothing can be said of it.
  ///
  /// - Parameter answer: What a search of the process says of the object.
  private func afterBlocking(_ verdict: Verdict, _ answer: RootAnswer?) -> Verdict {
    if outcome.blockedTasks, outcome.occupied.isEmpty {
      if answer?.isOfStarvedTask == true {
        return .inconclusive(Self.blockedTasks(of: verdict.subject("task")))
      }
      // Tasks run on the threads of the global queues.
      if verdict.isHeldByGlobalQueue {
        return .inconclusive(Self.blockedTasks(of: verdict.subject("block")))
      }
    }
    return OccupiedExecutor.verdict(verdict, after: answer, in: outcome)
  }

  /// An object of the cycle that is told of the one at `position` in `verdict`, where that is on none itself: a cycle that nothing
  /// breaks any more.
  func keeper(ofObjectAt position: Int, after verdict: Verdict) -> ObjectWitness? {
    // A path without an approach is a cycle that the object is on: no ways from cycles have to be found.
    guard case .leaked(let path) = verdict, path.approach != nil, let reading = outcome.reading,
      case .success(let explainer)? = look
    else { return nil }
    var leak = explainer.look.object(at: reading.objects[position].address).map { (explainer, $0) }
    if case .unreached(let referrers)? = reading.answers[position] {
      leak = GarbageCycle.look(
        around: reading.objects[position], among: referrers, by: explainer)
    }
    guard let (explainer, object) = leak, let keeper = explainer.keeper(ofLeakAt: object),
      explainer.look.judgement(of: keeper).isFinal,
      [.instance, .closureContext, .box].contains(explainer.evidence.graph.kind(of: keeper)),
      let pointer = UnsafeRawPointer(bitPattern: explainer.look.addresses[keeper])
    else { return nil }
    return ObjectWitness(unretained: pointer)
  }

  /// The call among `calls` that made an object of the type `typeName`, where it can be told.
  func site(of calls: [UInt], of typeName: String) -> AllocationSite? {
    knownSites.site(of: calls, of: typeName)
  }

  /// The position of the named object whose verdict is that on the one at `position` as well: its own, as a rule.
  package func representative(of position: Int) -> Int {
    outcome.ends[position] == nil
      ? read?.reading.representative(of: position) ?? position : position
  }

  /// The component of the named object at `position`, where that is one whose objects keep one another alive.
  func cyclicComponent(ofObjectAt position: Int) -> HeapLook.ComponentID? {
    read?.reading.cyclicComponent(ofObjectAt: position)
  }

  /// The verdict on the object that stands for `group`.
  func verdict(on group: SurvivorGroup) -> GroupVerdict {
    guard let (reading, result) = read, case .success(let look) = result else {
      return GroupVerdict(.inconclusive(Judgement.changingGraph))
    }
    let search = group.representative.flatMap { reading.answers[$0] }
    var answer = look.verdict(on: group, objects: reading.objects, answer: search)
    if case .held(let path)? = search, case .held = answer.verdict {
      let isInitializers = reading.isInitializers(path)
      answer.isOfLastingWork = path.enders.areLasting || isInitializers
      answer.isLastingWorksOwn =
        isInitializers && group.members.allSatisfy(reading.isInitializers(at:))
    }
    if !answer.isOfLastingWork {
      answer.verdict = afterBlocking(answer.verdict, search)
    }
    if let obstacle, !group.judgement.isFinal, !answer.verdict.isHeldByGlobal {
      return GroupVerdict(.inconclusive(obstacle))
    }
    return answer
  }
}

extension RootAnswer {
  /// Whether a task holds the object that would go on if it had a thread, or waits for such a one.
  var isOfStarvedTask: Bool { taskWait.map { $0 == .executor || $0.isForTask } ?? false }

  /// Whether a task holds the object that would go on if it had its actor, or a thread.
  var isOfEnqueuedTask: Bool { taskWait == .executor }

  /// Whether what holds the object is in a queue that does not wait for the block that runs: a concurrent one, or one that is suspended, or
  /// whose target is.
  var isInOtherQueue: Bool {
    guard case .held(let path) = self else { return false }
    return path.blocks.contains { block in
      guard let block, block.isQueue else { return false }
      return block.isSuspended || block.targetsSuspended || block.isConcurrentQueue
    }
  }

  private var taskWait: TaskStory.Wait? {
    if case .held(let path) = self { path.task?.wait } else { nil }
  }
}

extension Verdict {
  /// Whether what holds the object is a block for which a global queue has no thread.
  fileprivate var isHeldByGlobalQueue: Bool {
    guard case .held(let holders) = self, !holders.isEmpty else { return false }
    return holders.allSatisfy {
      $0.place?.kind == .pendingBlock && $0.place?.name == HoldingPlace.globalQueue
    }
  }

  /// What a task or a block is called that has the object, or may have it.
  func subject(_ work: String) -> String {
    if case .held(let holders) = self, holders.allSatisfy(\.isProbable) {
      "a \(work) that may have it"
    } else {
      "the \(work) that has it"
    }
  }
}

/// The verdict on a group of objects.
struct GroupVerdict {
  var verdict: Verdict
  /// Where the object is that the path of a cycle starts at.
  var start: UInt?
  /// Whether what holds the object is work of variables that outlive the test.
  var isOfLastingWork = false
  /// Whether such work has made the objects: they are no test's, whether the work has them still or not.
  var isLastingWorksOwn = false

  init(_ verdict: Verdict, start: UInt? = nil) {
    self.verdict = verdict
    self.start = start
  }
}

extension Verdict {
  /// Whether a variable of the program's that outlives the test is sure to hold the object, or a queue that does, as the value of a key.
  package var isHeldByGlobal: Bool {
    isHeld { [.global, .queueValue].contains($0.kind) && $1.isSure }
  }

  /// Whether a place that outlives the test possibly holds the object, and nothing else is known to: a library's data, data
  /// without a type, a value of a thread's. It may be a cache, and it may be a leak.
  var isPossiblyKept: Bool { isHeld { $0.kind.outlivesTest && !$1.isSure } }

  /// Whether it is sure what holds the object.
  var isSurelyHeld: Bool { isHeld { $1.isSure } }

  private func isHeld(by isPlace: (HoldingPlace, HoldingPath) -> Bool) -> Bool {
    guard case .held(let holders) = self else { return false }
    return holders.contains {
      guard case .place(let place, let path) = $0.kind else { return false }
      return isPlace(place, path)
    }
  }
}

extension HoldingPlace.Kind {
  /// Whether such a place is there for longer than a test.
  fileprivate var outlivesTest: Bool {
    [.global, .queueValue, .library, .threadLocal].contains(self)
  }
}

extension LookExplainer {
  /// The verdict on one object that is alive.
  func verdict(
    on subject: HolderSearch.Subject, judgement: Judgement, answer: RootAnswer?
  ) -> Verdict {
    switch judgement {
    case .inconclusive(let reason):
      // In a copy all stood still: what holds the object there, from outside of what was read, holds it. More references than the
      // object has retains are another matter: the copy may have the wrong ones as well.
      guard let object = look.object(at: subject.witness.address), !look.isContradicted(object),
        let holders = answer.flatMap({ holdersOutside($0, of: nil, ifGarbage: false) })
      else { return .inconclusive(reason) }
      return .held(by: holders)
    case .leaked(let grade, _):
      let object = look.object(at: subject.witness.address)
      if let other = otherVerdict(than: grade, on: object, after: answer) { return other }
      guard let object else {
        return .inconclusive(Judgement.changingGraph)
      }
      return path(toLeakAt: object, isProven: grade.provesLeak).map(Verdict.leaked)
        ?? .inconclusive(Judgement.changingGraph)
    case .held(let count, let unread):
      let obstacle = LayoutFeature.reasonOff(among: unread) ?? LayoutFeature.firstOff?.reason
      if let obstacle, !isSurelyHeld(answer) { return .inconclusive(obstacle) }
      // What leads to the object may be held from outside, and not the object itself.
      func holders() -> [Holder] { [.unknown(max(1, count))] + unread.map(Holder.unread) }
      guard let answer else { return .held(by: holders()) }
      return HolderSearch.verdict(
        on: subject, held: holders(), references: count, after: answer, by: self,
        then: look.object(at: subject.witness.address).flatMap(lastingCycle))
    }
  }

  /// The verdict on the object that stands for `group`.
  func verdict(
    on group: SurvivorGroup, objects: [ObjectWitness], answer: RootAnswer?
  ) -> GroupVerdict {
    let changing = GroupVerdict(.inconclusive(Judgement.changingGraph))
    switch group.judgement {
    case .leaked(let grade, _):
      let object = group.representative.flatMap { [look] in look.object(at: objects[$0].address) }
      if let other = otherVerdict(than: grade, on: object, after: answer) {
        return GroupVerdict(other)
      }
      // Where closures alone keep one another, what they keep is told, with the way there.
      if let subject = group.subject, !group.members.contains(subject),
        let path = look.object(at: objects[subject].address).flatMap(path(toLeakAt:))
      {
        return GroupVerdict(.leaked(path))
      }
      let survivor = group.members.lazy.compactMap { [look] in look.object(at: objects[$0].address)
      }.first
      let report = path(
        through: group.component, isProven: grade.provesLeak, from: survivor)
      return report.map { report in
        // Evidence that was made up has no addresses.
        let start =
          look.addresses.indices.contains(report.start) ? look.addresses[report.start] : nil
        return GroupVerdict(.leaked(report.path), start: start)
      } ?? changing
    case .held, .inconclusive:
      guard let representative = group.representative else { return changing }
      return GroupVerdict(
        verdict(
          on: HolderSearch.Subject(
            witness: objects[representative], typeName: group.typeName),
          judgement: group.judgement, answer: answer))
    }
  }

  /// What is told instead of a leak of this grade, which may not prove one: what is sure to hold the object, or that not
  /// everything can be read.
  private func otherVerdict(
    than grade: EvidenceGrade, on object: HeapGraph.ObjectID?, after answer: RootAnswer?
  ) -> Verdict? {
    if grade.provesLeak { return nil }
    if let held = answer.flatMap({ holdersOutside($0, of: object) }) { return .held(by: held) }
    return LayoutFeature.firstOff.map { .inconclusive($0.reason) }
  }

  private func isSurelyHeld(_ answer: RootAnswer?) -> Bool {
    if case .held(let path) = answer { !knownHolders.holder(of: path).isProbable } else { false }
  }

  /// What is sure to hold an object of which the counts say that it is probably leaked, and what keeps it afterwards, or nothing, if
  /// `answer` tells.
  ///
  /// - Parameters:
  ///   - object: The object, where it is asked what keeps it afterwards.
  ///   - isGarbage: Whether the counts say so: what they say is held can end work as well.
  private func holdersOutside(
    _ answer: RootAnswer, of object: HeapGraph.ObjectID?, ifGarbage isGarbage: Bool = true
  ) -> [Holder]? {
    guard case .held(let path) = answer, path.grade.isNamedFlatly,
      !isOwnWork(path, ofGarbage: isGarbage)
    else { return nil }
    return knownHolders.holders(of: path, isOneOfSeveral: false) {
      object.flatMap(lastingCycle)
    }
  }

  /// Whether the way begins at work that is a part of what was read, and that nothing but that would end: a task that only
  /// itself could resume, a source or a suspended queue that only itself could get at. A timer or a source of events that is not
  /// suspended fires as long as something refers to it, be it what its own handler captured.
  private func isOwnWork(_ path: RootPath, ofGarbage isGarbage: Bool) -> Bool {
    guard path.root == .object, let work = path.snapshot.addresses.first,
      look.addresses.contains(work)
    else { return false }
    let areInside = path.enders.work.allSatisfy { work in
      look.addresses.firstIndex(of: work).map { !isGarbage || !look.isHeld($0) } ?? false
    }
    if path.enders.haveRoot || path.enders.fire || !areInside
      || path.blocks.contains(where: { $0?.fires == true })
    {
      return false
    }
    guard let block = path.blocks.first ?? nil else { return true }
    return !block.isQueue || block.isSuspended
  }
}
