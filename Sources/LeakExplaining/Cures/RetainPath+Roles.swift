import LeakDeciding
import LeakHeapModel

/// What the objects of a cycle are to one another.
extension RetainPath {
  /// Notes which of the objects of a cycle own others, and which closures may.
  static func noteOwners(
    in drafts: inout [StepDraft], along cycle: [HeapGraph.ReferenceID], at places: CutPlaces,
    of evidence: HeapEvidence
  ) {
    noteRoles(in: &drafts, along: cycle, at: places, of: evidence)
    noteOnlyOwners(in: &drafts, at: places, of: evidence)
    noteCapturedParts(in: &drafts, of: evidence)
  }

  /// Notes what the objects of a cycle are to one another: by who makes whom; where that does not say, by how many of a kind refer to
  /// one; where that does not say, of a constant and a variable. No name decides. A long cycle is one of many objects of one kind, as a
  /// rule.
  private static func noteRoles(
    in drafts: inout [StepDraft], along cycle: [HeapGraph.ReferenceID], at places: CutPlaces,
    of evidence: HeapEvidence
  ) {
    guard drafts.count <= mostRoles,
      drafts.allSatisfy({ SuspectChoice.rank(of: $0) > .captureOfGroup })
    else { return }
    for index in drafts.indices {
      guard let (source, target) = drafts[index].ends else { continue }
      let isOwner = evidence.makes(source, target)
      if isOwner != evidence.makes(target, source) {
        drafts[index].setRole(isOwner ? .owner : .part)
      }
    }
    // Who is made by what another one has made is that one's part as well.
    let others = drafts.indices.filter { drafts[$0].role != .owner }
    if drafts.count > 2, others.count == 1, drafts[others[0]].ends != nil {
      drafts[others[0]].setRole(.part)
    }
    for index in drafts.indices where drafts[index].role == .part {
      let before = (index + drafts.count - 1) % drafts.count
      if drafts[before].role == .unknown {
        drafts[before].leadsToPart = true
        drafts[before].first = nil
      }
    }
    if drafts.contains(where: { $0.role == .part }) { return }
    for (index, draft) in drafts.enumerated() where draft.role == .unknown && draft.label != nil {
      guard places.leadsFromManyToOne(cycle[draft.end - 1]) else { continue }
      drafts[index].setRole(.part)
    }
    guard drafts.count == 2, drafts.allSatisfy({ $0.role == .unknown }) else { return }
    func isNamed(_ draft: StepDraft) -> Bool {
      draft.ends.map { evidence.isNamed($0.target) } ?? false
    }
    if drafts.allSatisfy(\.isElement) {
      let isTied = drafts[0].isMember != drafts[1].isMember
      for index in drafts.indices {
        drafts[index].isTied = isTied
        drafts[index].isOneOfTwo = true
      }
      return
    }
    if let entry = drafts.firstIndex(where: \.isEntry), drafts[1 - entry].label?.isConstant == true
    {
      // What was to be let go somebody else had.
      if isNamed(drafts[entry]) { return }
      if isNamed(drafts[1 - entry]) { drafts[1 - entry].setRole(.part, isGuess: true) }
      for index in drafts.indices { drafts[index].isOneOfTwo = true }
      return
    }
    let part = drafts.indices.first { index in
      guard let label = drafts[index].label, !label.canBeWeak else { return false }
      let other = drafts[1 - index]
      // Who has many of them owns them. What a constant refers to was there first, unless the constant makes it, which the
      // initializer's callers tell: not where the other one alone was to be let go, which somebody else had.
      return other.isMember
        || label.isConstant && other.label?.canBeWeak == true
          && drafts[index].ends.map { evidence.hasInitializer($0.target) } ?? true
          && (isNamed(drafts[index]) || !isNamed(other))
    }
    guard let part else { return }
    drafts[part].setRole(.part, isGuess: !drafts[1 - part].isMember)
  }

  static let mostRoles = 64

  /// Notes which of several closures of a cycle capture what another one's object owns.
  private static func noteCapturedParts(in drafts: inout [StepDraft], of evidence: HeapEvidence) {
    let captures = drafts.indices.filter { drafts[$0].captured != nil }
    guard (2...mostCaptures).contains(captures.count) else { return }
    let objects = captures.compactMap { drafts[$0].captured }
    for (index, part) in zip(captures, objects) {
      drafts[index].capturesPart = objects.contains { owner in
        owner != part
          && (evidence.makes(owner, part) && !evidence.makes(part, owner)
            || evidence.isNamed(owner) && !evidence.isNamed(part))
      }
    }
  }

  private static let mostCaptures = 16

  /// Notes the closures that are, or may be, all that keeps what they capture. They are where a property of that can be weak instead,
  /// which leads to an object that the program was asked to let go: somebody else had that.
  private static func noteOnlyOwners(
    in drafts: inout [StepDraft], at places: CutPlaces, of evidence: HeapEvidence
  ) {
    guard drafts.count <= mostRoles else { return }
    for index in drafts.indices {
      let following = (index + 1) % drafts.count
      let next = drafts[following]
      // What the program was asked to let go somebody else had.
      guard let captured = drafts[index].captured,
        let retains = evidence.counts(captured)?.strong, !evidence.isNamed(captured)
      else { continue }
      let captures = places.captures(of: captured)
      let isRetainedByClosures = retains == 1 || captures == retains
      // A closure that runs has what it captures once more.
      drafts[index].isKeptByClosures =
        isRetainedByClosures || captures.map { $0 == places.references(to: captured) } ?? false
      guard isRetainedByClosures else { continue }
      // What makes the object that it refers to owns that.
      guard let ends = next.ends, ends.source == captured,
        !evidence.makes(ends.source, ends.target)
      else { continue }
      drafts[index].mayBeOnlyOwner = true
      guard !drafts[index].canBeSelf, next.label?.canBeWeak == true, evidence.isNamed(ends.target)
      else { continue }
      drafts[index].isOnlyOwner = true
      drafts[following].setRole(.part)
    }
  }
}
