import LeakHeapModel
import LeakHeapReading
import LeakTesting
import SeededRandom
import Testing

@testable import LeakDeciding
@testable import LeakExplaining

/// The states of random heaps, compared with what the words mean: an object is garbage when no object that leads to it, and not
/// itself, has a retain that is not explained.
@Suite(.leakFree) struct HeapLookTests {
  @Test func `Random heaps agree with a look at each object alone`() {
    for seed in Rounds.seeds(3_000) {
      var generator = SplitMix64(seed: seed)
      let heap = RandomHeap(using: &generator)
      let look = HeapLook(heap.evidence)
      for object in heap.kinds.indices {
        #expect(look.state(of: object) == heap.state(of: object), "seed \(seed), object \(object)")
      }
    }
  }

  @Test func `A cycle is told of all proven garbage that one leads to, without a guess`() {
    for seed in Rounds.seeds(3_000) {
      var generator = SplitMix64(seed: seed)
      let heap = RandomHeap(using: &generator)
      let look = LookExplainer(HeapLook(heap.evidence))
      for object in heap.kinds.indices {
        guard case .garbage = heap.state(of: object) else { continue }
        let path = look.path(toLeakAt: object)
        #expect((path != nil) == heap.isReachedFromSureCycle(object), "seed \(seed)")
        #expect(path?.references.allSatisfy { $0.confidence != .conservative } != false)
      }
    }
  }

  @Test func `What is held although references of a changing object were missed is held with them`()
  {
    var decided = 0
    var undecided = 0
    for seed in Rounds.seeds(3_000) {
      var generator = SplitMix64(seed: seed)
      let heap = RandomHeap(using: &generator)
      let changing = Int.random(in: heap.kinds.indices, using: &generator)
      // Whoever changes an object has it.
      guard heap.state(of: changing) == .held else { continue }
      var evidence = heap.withoutReferences(of: changing).evidence
      evidence.changes = HeapChanges(of: [changing])
      let look = HeapLook(evidence)
      for object in heap.kinds.indices {
        let judgement = look.judgement(of: object)
        if case .held = judgement {
          decided += 1
          #expect(heap.state(of: object) == .held, "seed \(seed), object \(object)")
        } else if judgement.isInconclusive, heap.state(of: object) == .held {
          undecided += 1
        }
      }
    }
    #expect(decided > 0 && undecided > 0)
  }

  @Test func `Survivors are grouped by what they reach as by the whole look`() {
    var parts = 0
    for seed in Rounds.seeds(3_000) {
      var generator = SplitMix64(seed: seed)
      let heap = RandomHeap(using: &generator)
      let look = HeapLook(heap.evidence)
      let survivors = heap.kinds.indices.filter { _ in Int.random(in: 0..<3, using: &generator) == 0
      }
      .map { (position: $0, object: $0) }
      let roots = Set(
        heap.kinds.indices.filter { _ in Int.random(in: 0..<8, using: &generator) == 0 })
      let whole = Condensation.Part(
        look.condensation, reachedFrom: look.condensation.components.indices)
      let grouping = SurvivorGrouping(survivors, in: look, transientRoots: roots)
      let all = SurvivorGrouping(survivors, in: look, transientRoots: roots, among: whole)
      #expect(grouping.groups() == all.groups(), "seed \(seed)")
      let reached = Condensation.Part(
        look.condensation,
        reachedFrom: (survivors.map(\.object) + roots).map(look.condensation.component))
      if !survivors.isEmpty, !reached.isWhole { parts += 1 }
    }
    #expect(parts > 20)
  }

  @Test func `Random heaps have objects in every state`() {
    var states: Set<HeapLook.State> = []
    for seed in Rounds.seeds(3_000) {
      var generator = SplitMix64(seed: seed)
      let look = HeapLook(RandomHeap(using: &generator).evidence)
      states.formUnion(look.states)
    }
    #expect(
      states == [
        .garbage(isFinal: true), .garbage(isFinal: false), .probableGarbage, .held,
      ])
  }

  /// ```
  /// 0 → 1 → 0, 1 → 2 → 3 → 4 → 3
  /// ```
  private static func tail() -> HeapSketch {
    var heap = HeapSketch()
    for name in ["Shop.Channel", "Shop.Pipeline", "Shop.Lock", "Shop.Left", "Shop.Right"] {
      _ = heap.instance(name)
    }
    for (source, target) in [(0, 1), (1, 0), (1, 2), (2, 3), (3, 4), (4, 3)] {
      heap.refer(source, to: target, .property("next"))
    }
    return heap
  }

  private static func finality(of look: HeapLook) -> [Bool] {
    (0..<5).map { look.judgement(of: $0).isFinal }
  }

  @Test func `Who gets at an object cannot take it away from what nobody gets at`() {
    let look = HeapLook(Self.tail().evidence())
    #expect(Self.finality(of: look) == [true, true, true, true, true])
    // The lock stays, whatever becomes of the cycle behind it.
    #expect(Self.finality(of: look.opening([2])) == [true, true, true, false, false])
    #expect(Self.finality(of: look.opening([3])) == [true, true, true, false, false])
    // Who gets at the cycle itself may open it, and all that it keeps goes.
    #expect(Self.finality(of: look.opening([0])) == [false, false, false, false, false])
  }

  @Test func `A weak reference to what a lost cycle keeps opens nothing but what lies behind`() {
    var evidence = Self.tail().evidence()
    let counts = evidence.counts
    evidence.counts = { object in
      counts(object).map {
        ReferenceCounts(strong: $0.strong, unowned: $0.unowned, weak: object == 2 ? 1 : $0.weak)
      }
    }
    #expect(Self.finality(of: HeapLook(evidence)) == [true, true, true, false, false])
    evidence.changes = HeapChanges(areAnywhere: true)
    #expect(Self.finality(of: HeapLook(evidence)) == [false, false, false, false, false])
  }

  @Test func `Objects are found by their address`() {
    var heap = HeapSketch.parentAndChild()
    _ = heap.instance("Shop.Leaf")
    let look = HeapLook(heap.evidence(), objects: [16: 0, 48: 2])
    #expect(look.object(at: 16) == 0)
    #expect(look.object(at: 48) == 2)
    // It was reached, and not asked for.
    #expect(look.object(at: 32) == nil)
  }
}

/// A random heap in which most retains are explained, in a form that is easy to ask.
private struct RandomHeap {
  struct Reference {
    var source: Int
    var target: Int
    var confidence: Confidence
  }

  var kinds: [HeapObjectType.Kind] = []
  var references: [Reference] = []
  /// `nil` for an object that is not counted.
  var counts: [ReferenceCounts?] = []
  /// Weak references that were found.
  var observations: [Observation] = []

  init(using generator: inout SplitMix64) {
    func chance(_ number: Int) -> Bool { Int.random(in: 0..<number, using: &generator) == 0 }
    let count = Int.random(in: 1...8, using: &generator)
    kinds = (0..<count).map { _ in
      if chance(12) { return .task }
      return chance(16) ? .memory : .instance
    }
    references = (0..<Int.random(in: 0...(2 * count + 1), using: &generator)).map { _ in
      Reference(
        source: .random(in: 0..<count, using: &generator),
        target: .random(in: 0..<count, using: &generator),
        confidence: chance(5) ? .conservative : chance(5) ? .knownLayout : .exact)
    }
    counts = kinds.indices.map { object in
      if chance(kinds[object] == .memory ? 2 : 20) { return nil }
      var strong = sure(object) + (Bool.random(using: &generator) ? guesses(object) : 0)
      if chance(8) { strong += Int.random(in: -1...2, using: &generator) }
      return ReferenceCounts(
        strong: strong, unowned: chance(10) ? 1 : 0, weak: chance(10) ? 1 : 0)
    }
    for target in kinds.indices where !chance(3) {
      guard let counts = counts[target] else { continue }
      observations += (0..<counts.weak + counts.unowned).map { _ in
        Observation(source: .random(in: 0..<count, using: &generator), target: target)
      }
    }
  }

  var evidence: HeapEvidence {
    var sketch = HeapSketch()
    for kind in kinds { _ = sketch.object(kind) }
    for reference in references {
      sketch.refer(
        reference.source, to: reference.target, .content(), confidence: reference.confidence)
    }
    return HeapEvidence(
      graph: sketch.graph, counts: { [counts] in counts[$0] },
      observations: observations)
  }

  func withoutReferences(of object: Int) -> RandomHeap {
    var heap = self
    heap.references.removeAll { $0.source == object }
    return heap
  }

  private func sure(_ object: Int) -> Int {
    references.count { $0.target == object && $0.confidence != .conservative }
  }

  private func guesses(_ object: Int) -> Int {
    references.count { $0.target == object && $0.confidence == .conservative }
  }

  /// How many more retains the object has than there are sure references to it.
  private func room(_ object: Int) -> Int { (counts[object]?.strong ?? 0) - sure(object) }

  /// Whether a guess that leads to the object may be right: a count that is explained refutes it. A task that something will resume owns
  /// itself, and nothing here is a handle of a task's.
  private func mayBeGuessed(_ object: Int) -> Bool {
    guard let counts = counts[object] else { return true }
    if kinds[object] == .task { return sure(object) == 0 || counts.strong > 1 }
    return room(object) > 0
  }

  // MARK: One object

  /// Whether the object itself has a retain that nothing explains, or more references than retains.
  private func isUnexplained(_ object: Int) -> Bool {
    if counts[object] == nil { return !isExplainedByGuess(object) }
    // One that a task has of itself nothing explains but continuations, all of them together.
    if kinds[object] == .task { return room(object) > 0 }
    return room(object) < 0 || room(object) > guesses(object)
  }

  private func isExplainedByGuess(_ object: Int) -> Bool {
    if counts[object] == nil {
      return kinds[object] == .memory
        || kinds[object] == .task && sure(object) == 0 && guesses(object) > 0
    }
    return kinds[object] != .task && room(object) > 0
  }

  /// Whether something leads to the object that is not there to be found, or is not garbage.
  private func canBeLookedAtFromOutside(_ object: Int) -> Bool {
    guard let counts = counts[object], kinds[object] != .task else { return true }
    let inside = observations.count { observation in
      observation.target == UInt32(object)
        && [.garbage(isFinal: true), .garbage(isFinal: false)].contains(
          simpleState(of: Int(observation.source)))
    }
    return counts.weak + counts.unowned > inside
  }

  /// Whether the object can be looked at from outside, over garbage that can.
  private func canBeLookedAt(_ object: Int) -> Bool {
    var seen: Set<Int> = [object]
    for _ in kinds {
      for member in seen {
        seen.formUnion(leading(to: member))
        for observation in observations where observation.target == UInt32(member) {
          seen.insert(Int(observation.source))
        }
      }
    }
    return seen.contains { canBeLookedAtFromOutside($0) && isGarbage($0) || !isGarbage($0) }
  }

  private func isGarbage(_ object: Int) -> Bool {
    if case .garbage = simpleState(of: object) { true } else { false }
  }

  // MARK: What leads to an object

  /// The objects that lead to `object`, and itself.
  private func leading(to object: Int, sureOnly: Bool = false) -> Set<Int> {
    var leading: Set<Int> = [object]
    for _ in kinds {
      for reference in references where leading.contains(reference.target) {
        let isGuess = reference.confidence == .conservative
        if isGuess, sureOnly || !mayBeGuessed(reference.target) { continue }
        leading.insert(reference.source)
      }
    }
    return leading
  }

  func state(of object: Int) -> HeapLook.State {
    let state = simpleState(of: object)
    return state == .garbage(isFinal: true)
      ? .garbage(isFinal: !canBeLookedAt(object) || isKeptForGood(object)) : state
  }

  /// Whether the object is in no cycle, and garbage that nobody can look at refers to it.
  private func isKeptForGood(_ object: Int) -> Bool {
    if kinds[object] == .task { return false }
    let leading = leading(to: object)
    let owners = references.filter { $0.target == object && isReference($0) }.map(\.source)
    let isInCycle = references.contains {
      $0.source == object && isReference($0) && leading.contains($0.target)
    }
    return !isInCycle && owners.contains { !canBeLookedAt($0) }
  }

  private func isReference(_ reference: Reference) -> Bool {
    reference.confidence != .conservative || mayBeGuessed(reference.target)
  }

  /// The state, as if nothing but strong references led to garbage.
  private func simpleState(of object: Int) -> HeapLook.State {
    let leading = leading(to: object)
    if leading.contains(where: isUnexplained) { return .held }
    if leading.contains(where: isExplainedByGuess) { return .probableGarbage }
    return .garbage(isFinal: true)
  }

  func isReachedFromSureCycle(_ object: Int) -> Bool {
    leading(to: object, sureOnly: true).contains { member in
      references.contains { reference in
        reference.source == member && reference.confidence != .conservative
          && leading(to: member, sureOnly: true).contains(reference.target)
      }
    }
  }
}
