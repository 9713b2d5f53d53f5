import LeakDeciding
import LeakHeapReading
import LeakHeapRecording
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
        let answer = reader.holders(of: object, askedBy: caller)
      else { return nil }
      verdict = look.verdict(on: subject, judgement: .held(1, unread: []), answer: answer)
      guard case .held(let holders) = verdict, holders.contains(where: { $0.place != nil }) else {
        return nil
      }
    case .deinitialized, .late, .inconclusive: return nil
    }
    return self.leak(of: object, verdict, at: leak.location)
  }

  /// What is told of the recorded object at `position`, which is in no group: several keep it.
  package func leak(
    ofShared position: Int, at location: CodeLocation, askedBy caller: Caller,
    in reader: HeapReader = .shared
  ) -> Leak? {
    guard let reading = outcome.reading, position >= reading.namedCount else { return nil }
    let object = reading.recorded[position - reading.namedCount]
    guard object.witness.isAlive, let look = self.look else { return nil }
    let read: LookExplainer
    switch look {
    case .success(let explainer): read = explainer
    case .failure(let error): return leak(of: object, .inconclusive(error.reason), at: location)
    }
    let subject = HolderSearch.Subject(witness: object.witness, typeName: object.type.name)
    let judgement = reading.judgement(of: position)
    if let obstacle, !judgement.isFinal {
      return leak(of: object, .inconclusive(obstacle), at: location)
    }
    let answer = judgement.isProven ? nil : reader.holders(of: object, askedBy: caller)
    return leak(
      of: object, read.verdict(on: subject, judgement: judgement, answer: answer), at: location)
  }

  private func leak(of object: RecordedObject, _ verdict: Verdict, at location: CodeLocation)
    -> Leak
  {
    Leak(
      typeName: object.type.name, verdict: verdict, location: location,
      created: site(of: object.site, of: object.type.name))
  }
}

extension HeapReader {
  /// What a search of the process says of one object.
  fileprivate func holders(of object: RecordedObject, askedBy caller: Caller) -> RootAnswer? {
    holders(of: [object.witness], search: RootSearch(for: [caller])).answers.first
  }
}
