/// Finds out once, while objects are waited for, what holds them: those that go later can then be told apart.
struct LateHolders {
  /// What is gone after this long needs no reason.
  static let delay = Duration.milliseconds(50)

  private var holders: [[Holder]]?

  /// Looks at `objects` the first time that ``delay`` has passed.
  mutating func look(at objects: [TrackedObject], after elapsed: Duration) {
    guard holders == nil, elapsed >= Self.delay else { return }
    let alive = objects.indices.filter { objects[$0].isAlive }
    var found = [[Holder]](repeating: [], count: objects.count)
    for (index, answer) in zip(alive, HolderSearch.holders(of: alive.map { objects[$0] }))
    where objects[index].isAlive {
      // Of an object that went meanwhile, what was read may be of what came in its holder's place.
      found[index] = answer
    }
    holders = found
  }

  /// `verdicts`, with what was found of the objects that went late.
  func added(to verdicts: [Verdict]) -> [Verdict] {
    guard let holders else { return verdicts }
    return zip(verdicts, holders).map { verdict, holders in
      guard case .late(let duration, _) = verdict else { return verdict }
      return .late(after: duration, heldBy: holders)
    }
  }
}
