import CLeakBase
import CLeakHeapRoots
import LeakBase
import LeakHeapModel
import LeakHeapReading

/// How a process is searched.
package struct RootSearch: Sendable {
  /// How long the copy may be at work on a processor. It is ended then.
  package var time = Duration.seconds(10)

  /// How often a search is repeated whose ways the process changed before they were read.
  package var attempts = 4

  /// Who asks. What only lies about in frames of those that wait for these is nobody's.
  package var callers: [Caller] = []

  /// The group of each object that is asked about; none where all are of one. Of one group's objects with long ways that have most
  /// in common one is explained.
  package var groups: [Int] = []

  /// When the check began that asks about each object; none where all begin now. Those of one group are asked about by one check.
  package var beginnings: [SuspendingClock.Instant] = []

  /// The thread that is blocked by the check that asks about each object, if one is; none where that is not known.
  package var threads: [Int32?] = []

  /// Whether it is asked who can end work that holds objects.
  package var asksForEnders = false

  package init() {}

  /// A search for checks that `callers` ask for.
  package init(for callers: [Caller]) { self.callers = callers }
}

/// The answers of a search, and what it took.
package struct RootSearchResult: Sendable {
  /// The answers, in the order of the objects that were asked about.
  package var answers: [RootAnswer]

  /// The live blocks of the heap, and how long the search took.
  package var blocks = 0
  package var time = Duration.zero
}

extension HeapReader {
  /// What holds each of `objects`, which are alive. Retains nothing; blocks for some milliseconds.
  ///
  /// - Complexity: O(*n*) in the size of the process's writable memory.
  package func holders(
    of objects: [ObjectWitness], search: RootSearch = RootSearch()
  ) -> RootSearchResult {
    if objects.isEmpty { return RootSearchResult(answers: []) }
    let found = withCompiler { compiler -> RootSearchResult? in
      var result = RootSearchResult(answers: [])
      for attempt in 1...max(1, search.attempts) {
        do throws(ProcessCopyError) {
          if try self.answer(objects, compiler, search, attempt: attempt, into: &result) {
            return result
          }
        } catch {
          result.answers = objects.map { _ in .unknown(error.reason) }
          return result
        }
        Settling.pause(afterLook: attempt)
      }
      return result
    }
    return found
      ?? RootSearchResult(answers: objects.map { _ in .unknown(MemoryGuard.reasonForNone) })
  }

  /// Which of the objects at `targets`, masked addresses, typed variables of the program keep: a 1 for each that is kept.
  /// `nil` where the process cannot be searched.
  ///
  /// - Complexity: O(*n*) in the number of the heap's blocks.
  package func kept(among targets: [UInt]) -> [UInt8]? {
    marks(of: targets) { copy throws(ProcessCopyError) in
      try RootReach(copy, copy.compiler.globals).mark(targets)
    }
  }

  /// Which of the objects at `targets`, masked addresses, something keeps that outlives every test, or may keep: typed variables
  /// and what they reach, and data without a type that has the address of one: a variable, or a part of an object that typed variables
  /// reach. `nil` where the process cannot be searched.
  ///
  /// - Complexity: O(*n*) in the size of the process's writable memory.
  package func mayBeKept(among targets: [UInt]) -> [UInt8]? {
    marks(of: targets) { copy throws(ProcessCopyError) in
      let places = PlaceReader(copy, copy.compiler.globals)
      let hits = try copy.words(leadingTo: targets)
      let unread = hits.filter(copy.isInUnreadPart)
      let blocks = Array(Set(unread.map(\.block)).subtracting(targets.map(\.unmasked)))
      let reached = try RootReach(copy, copy.compiler.globals, countingOpenData: true)
        .mark(targets + blocks.map(\.masked))
      let kept = Set(zip(blocks, reached.dropFirst(targets.count)).lazy.filter { $1 == 1 }.map(\.0))
      let inData = hits.lazy.filter { $0.isData && places.place(of: $0).grade.isNamed }
      let inKept = unread.lazy.filter { kept.contains($0.block) }
      let named = Set(inData.map(\.target)).union(inKept.map(\.target))
      return zip(targets, reached).map { named.contains($0.unmasked) ? 1 : $1 }
    }
  }

  /// Which of the objects at `targets`, masked addresses, somebody may still get at by their address, and release: it is in data,
  /// in C memory, in a pointer of another object's, in a thread's own values, or on the stack of a thread that the program made.
  /// `nil` where the process cannot be searched.
  ///
  /// The stacks of the main thread, of Dispatch's threads and of the concurrency runtime's are not asked: they have words that are
  /// left from before.
  ///
  /// The counts that the objects had at that moment are those of ``counts(of:)``.
  ///
  /// - Complexity: O(*n*) in the size of the process's writable memory.
  package func addressed(
    among targets: [UInt]
  ) -> (marks: [UInt8], counts: [ReferenceCounts?])? {
    if targets.isEmpty { return ([], []) }
    return searching { copy throws(ProcessCopyError) in
      let objects = Set(targets.map(\.unmasked))
      let places = PlaceReader(copy, copy.compiler.globals)
      let addressed = try Set(
        copy.words(leadingTo: targets).lazy.filter { hit in
          // A word with more bits is no address, and what the objects have themselves goes nowhere.
          copy.word(at: hit.slot) == hit.target && !objects.contains(hit.block)
            && !places.hasBegunDeinit(hit.block) && places.keepsAddress(hit)
        }.map(\.target))
      return (
        targets.map { addressed.contains($0.unmasked) ? 1 : 0 }, Self.counts(of: targets, in: copy)
      )
    }
  }

  /// The runtime's counts of the objects at `targets`, masked addresses, all at the same moment; `nil` for one that is not there, or is
  /// never freed. `nil` where the process cannot be copied.
  ///
  /// - Complexity: O(*n*) in the number of the heap's blocks.
  package func counts(of targets: [UInt]) -> [ReferenceCounts?]? {
    targets.isEmpty ? [] : inCopy { Self.counts(of: targets, in: $0) }
  }

  private static func counts(of targets: [UInt], in copy: ProcessCopy) -> [ReferenceCounts?] {
    targets.map { ReferenceCounts(objectAt: $0.unmasked, in: copy.word) }
  }

  /// What `body` says of `targets` in a copy of the process; `nil` where the process cannot be searched.
  private func marks(
    of targets: [UInt], _ body: (ProcessCopy) throws(ProcessCopyError) -> [UInt8]
  ) -> [UInt8]? {
    targets.isEmpty ? [] : searching(body)
  }

  /// What `body` finds in a copy of the process; `nil` where the process cannot be searched.
  private func searching<Result: Sendable>(
    _ body: (ProcessCopy) throws(ProcessCopyError) -> Result
  ) -> Result? {
    let start = SuspendingClock.now
    defer { searchTime = SuspendingClock.now - start }
    return inCopy(body)
  }

  /// What `body` says of a copy of the process; `nil` where there can be none.
  private func inCopy<Result: Sendable>(
    _ body: (ProcessCopy) throws(ProcessCopyError) -> Result
  ) -> Result? {
    if MemoryGuard.obstacle != nil { return nil }
    return withCompiler { compiler in
      do throws(ProcessCopyError) {
        return try body(
          ProcessCopy(
            compiler: compiler, leavingOut: [], seconds: RootSearch().time / .seconds(1)))
      } catch {
        return nil
      }
    }
  }

  /// Searches one copy; false when the process has changed a way since, and another copy is to be made.
  private func answer(
    _ objects: [ObjectWitness], _ compiler: PlanCompiler, _ search: RootSearch, attempt: Int,
    into result: inout RootSearchResult
  ) throws(ProcessCopyError) -> Bool {
    let isLast = attempt == search.attempts
    let others = WaitingCallers.all
    let copy = try ProcessCopy(
      compiler: compiler, leavingOut: [], seconds: search.time / .seconds(1))
    copy.callers = CallersOfCopy(search.callers, besides: others)
    let references = ObjectReferences(compiler: compiler)
    // What had gone when the copy was made has no owners there.
    let wasAlive = objects.map(\.isAlive)
    let owners = OwnerSearch(copy, compiler.globals)
    var found = try owners.answers(
      on: objects.map(\.maskedAddress),
      inGroups: search.groups.isEmpty ? objects.map { _ in 0 } : search.groups,
      askedBy: search.threads.isEmpty ? objects.map { _ in nil } : search.threads,
      // At last one that has changed is not to stand for others that have not.
      by: isLast ? nil : references)
    if search.asksForEnders { try owners.addEnders(to: &found) }
    result.blocks = copy.figures.blocks
    result.time = copy.figures.time
    let places = PlaceReader(copy, compiler.globals)
    // Of what nothing explained and has gone since, the last retain was just being given back.
    let isGone = objects.indices.map { !wasAlive[$0] || found[$0].isLost && !objects[$0].isAlive }
    let now = SuspendingClock.now
    var answers = found.enumerated().map { index, found in
      RootAnswer(
        found, in: copy, by: references,
        beginning: search.beginnings.isEmpty ? now : search.beginnings[index])
    }
    // No way is told of what had gone, in whose memory another may be, or where the way has changed since.
    for (index, found) in found.enumerated() where wasAlive[index] && answers[index] != nil {
      if let way = found.way { WayObserver.show { ObservedWay(way, by: places) } }
    }
    for (index, found) in found.enumerated() {
      if case .beside(let other) = found { answers[index] = answers[other] }
    }
    // A task that asks and has not come to its wait has its variables on a stack that changes.
    let isEarly = search.callers.contains { caller in
      caller.thread == nil
        && caller.task.map { CopiedTask.isRunning($0.unmasked, in: copy) } ?? false
    }
    result.answers = objects.indices.map { index in
      if isGone[index] { return .gone }
      if case .unread = found[index] {
        return .unknown("the object is not in memory that could be searched")
      }
      return answers[index] ?? .unknown("what holds it changed while it was looked at")
    }
    // Where the threads are is read before the process is copied. What one began to do in between may be the owner that was not found:
    // that there is none is believed in a second copy.
    let isFound = attempt > 1 || !found.contains(where: \.isLost)
    return isLast
      || isFound && !isEarly && objects.indices.allSatisfy { answers[$0] != nil || isGone[$0] }
  }
}

extension ProcessCopy.Hit {
  /// Whether the word is in a variable of the program's or of a library's.
  fileprivate var isData: Bool { (place == .program || place == .library) && block == 0 }
}

extension RootAnswer {
  /// What was found, with the names on the way; `nil` when it is no longer so, or could not be read.
  fileprivate init?(
    _ found: FoundAnswer, in copy: ProcessCopy, by objects: ObjectReferences,
    beginning: SuspendingClock.Instant
  ) {
    switch found {
    case .unread, .beside: return nil
    case .unknown(let reason): self = .unknown(reason)
    case .unreached(let referrers): self = .unreached(referrers: referrers)
    case .along(let other): self = .along(other)
    case .held(let way):
      guard let path = RootPath(way, in: copy, by: objects, beginning: beginning) else {
        return nil
      }
      self = .held(path)
    case .lost(let way):
      guard let path = RootPath(way, in: copy, by: objects, beginning: beginning) else {
        return nil
      }
      self = .lost(path)
    }
  }
}

extension ProcessCopy {
  /// Whether the word is in a part of an object of which the object's type does not say what it is.
  fileprivate func isInUnreadPart(_ hit: Hit) -> Bool {
    guard hit.block != 0, let isa = word(at: hit.block),
      let layout = compiler.searchLayout(isa: Address(isa)),
      layout.form.kind == CRT_LAYOUT_FIXED || layout.form.kind == CRT_LAYOUT_KEY_PATH
    else { return false }
    let word = layout.words[Int(hit.slot &- hit.block)]
    return word == CRT_WORD_OPEN || word == CRT_WORD_MAYBE_OPEN
  }
}
