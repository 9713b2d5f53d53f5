import LeakDeciding
import LeakHeapModel

extension RetainPath {
  /// Notes the steps without which one of the group would lose what it made itself, and what is kept by these alone. They are not at
  /// fault: what leads on from there is. No name of a check decides. What is in a variable its function has had: it may have got it from
  /// who made it.
  static func noteLost(
    in drafts: inout [StepDraft], along cycle: [HeapGraph.ReferenceID], at places: CutPlaces,
    of evidence: HeapEvidence
  ) {
    guard drafts.count <= mostRoles else { return }
    let lost = drafts.indices.filter { index in
      let draft = drafts[index]
      guard !draft.leadsToNoObject, !draft.leadsToTask, !draft.isVariable,
        let kept = draft.captured ?? draft.ends?.target
      else { return false }
      let start = index > 0 ? drafts[index - 1].end : 0
      return places.isLost(
        kept, without: start..<draft.end, of: cycle,
        at: draft.captured == nil
          ? places.place(
            of: cut(of: index, in: drafts, along: cycle, in: places.graph, of: evidence)) : nil,
        evidence)
    }
    for index in lost {
      guard let captured = drafts[index].captured else {
        drafts[index].setRole(.owner)
        continue
      }
      drafts[index].noteOnlyOwner()
      // Where the code does not say of which of two objects the other one is a part, this does.
      let following = (index + 1) % drafts.count
      if !lost.contains(following), drafts[following].label != nil,
        drafts[following].ends?.source == captured
      {
        drafts[following].setRole(.part)
      }
    }
  }
}

extension StepDraft {
  /// Notes that a closure alone keeps what it captures, in which the step differs from others of its kind.
  fileprivate mutating func noteOnlyOwner() {
    isOnlyOwner = true
    mayBeOnlyOwner = true
    first = nil
  }
}
