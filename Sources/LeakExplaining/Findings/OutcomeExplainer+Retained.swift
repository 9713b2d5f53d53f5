import LeakDeciding
import LeakHeapReading
import LeakHeapRoots

extension OutcomeExplainer {
  /// What is told of the recorded object at `position` itself, which goes with those that `leak` tells of; `nil` where that is no
  /// more. What holds the object is looked for anew: the check has asked about what stands for its group.
  package func leak(
    ofRecorded position: Int, keptAs leak: Leak, askedBy caller: Caller,
    in reader: HeapReader = .shared
  ) -> Leak? {
    guard let reading = outcome.reading, case .success(let look)? = look,
      position >= reading.namedCount
    else { return nil }
    let object = reading.recorded[position - reading.namedCount]
    let subject = HolderSearch.Subject(witness: object.witness, typeName: object.type.name)
    let verdict: Verdict
    switch leak.verdict {
    case .leaked:
      verdict = look.verdict(
        on: subject, judgement: reading.judgement(of: position), answer: nil)
      guard case .leaked(let path) = verdict, !path.isLostRetain else { return nil }
    case .held:
      guard object.witness.isAlive,
        let answer = reader.holders(of: [object.witness], search: RootSearch(for: [caller]))
          .answers.first
      else { return nil }
      verdict = look.verdict(on: subject, judgement: .held(1, unread: []), answer: answer)
      guard case .held(let holders) = verdict, holders.contains(where: { $0.place != nil }) else {
        return nil
      }
    case .deinitialized, .late, .inconclusive: return nil
    }
    return Leak(
      typeName: object.type.name, verdict: verdict, location: leak.location,
      created: site(of: object.site, of: object.type.name))
  }
}
