extension Leak: CustomStringConvertible {
  /// The finding as a person reads it: no addresses, and no times but how late an object went.
  public var description: String {
    switch verdict {
    case .deinitialized:
      return "\(name) is gone."
    case .late(let delay, let holders):
      let (whole, hundredths) = Int((delay / .seconds(1) * 100).rounded())
        .quotientAndRemainder(dividingBy: 100)
      let seconds = "\(whole).\(String(hundredths + 100).dropFirst()) s"
      let extent = count == 1 ? seconds : "up to \(seconds), \(count) instances"
      return "\(name) went late by \(extent)\(text(until: holders))."
    case .leaked(let path):
      return """
        \(name) leaked: \(instances) kept alive by \(cause(of: path))\(path.company)\(dragged).

        \(path.drawingWithAdvice)\(creationLine)\(patternLine)
          fingerprint \(fingerprint)
        """
    case .held(let holders):
      return held(by: holders)
    case .inconclusive(let reason):
      return "\(name): inconclusive, because \(reason)."
    }
  }

  /// The finding without times, which is the same in every run.
  package var timelessText: String {
    guard case .late(_, let holders) = verdict else { return description }
    return "\(name) went late\(text(until: holders))."
  }

  /// The line that names the known pattern, and the case that shows it: `pattern nested-closure-trap
  /// (leakcases show nested-closures/weak-self-inside-only)`.
  private var patternLine: String {
    guard let pattern else { return "" }
    let caseID = AdvicePattern.named(pattern)?.caseID ?? HoldingPattern.named(pattern)?.caseID
    let place = caseID.map { " (leakcases show \($0))" } ?? ""
    return "\n  pattern \(pattern)\(place)"
  }

  /// The line that says which function made the object, where that is known.
  private var creationLine: String {
    created.map { "\n  created in \($0)" } ?? ""
  }

  /// What is said of an object that a global keeps, which is no leak.
  package var cacheNote: String {
    "\(name) is cached: \(instances) kept alive by a global, a static or a lazily made cache\(dragged)."
  }

  /// The type and the name that the test gave: `Controller "player"`.
  private var name: String {
    TypeName(typeName).short + (label.map { " \"\($0)\"" } ?? "")
  }

  /// What goes with the object: `, and 41 objects only it keeps alive, 12 KB`.
  private var dragged: String {
    guard let retained, retained.count > 0 else { return "" }
    return ", and \(retained.text(ofOne: count == 1))"
  }

  private var instances: String { count == 1 ? "1 instance is" : "\(count) instances are" }

  private func counted(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }

  private func cause(of path: RetainPath) -> String {
    if path.isLostRetain { return "a retain that no reference explains: probably never given back" }
    let cycle =
      path.further.isEmpty
      ? "a retain cycle of \(counted(path.steps.count, "strong reference"))"
      : "\(path.cuts.count) retain cycles"
    if path.approach == nil { return cycle }
    return cycle + (count == 1 ? " that it is not part of" : " that they are not part of")
  }

  private func text(of holders: [Holder]) -> String {
    holders.map(\.agent).joined(separator: ", and")
  }

  /// What held an object until it went, if that is known.
  private func text(until holders: [Holder]) -> String {
    holders.isEmpty ? "" : ", held until then" + text(of: holders)
  }

  private func held(by holders: [Holder]) -> String {
    let places = holders.filter { if case .place = $0 { true } else { false } }
    if places.isEmpty { return heldFromOutside(holders) }
    let cycle = places.lazy.compactMap(\.cycleAfterwards).first
    let afterwards =
      cycle == nil ? "" : "; after that a retain cycle keeps \(count == 1 ? "it" : "them")"
    var drawings = places.map { $0.drawing(to: TypeName(typeName).short) }
    if let cycle { drawings += ["  After that:", "\(cycle)"] }
    return """
      \(name) is held: \(instances) kept alive\(text(of: places))\(dragged)\(afterwards).

      \(drawings.joined(separator: "\n\n"))

        \(cycle?.advice ?? places[0].advice)\(creationLine)\(patternLine)
        fingerprint \(fingerprint)
      """
  }

  private func heldFromOutside(_ holders: [Holder]) -> String {
    var references = 0
    var unread: [String] = []
    var unsearched: [String] = []
    for holder in holders {
      switch holder {
      case .unknown(let number): references += number
      case .unread(let what): unread.append(what)
      case .unsearched(let reason): unsearched.append(reason)
      case .place: break
      }
    }
    let each = count == 1 ? "" : " each"
    var text = """
      \(name) is held: \(instances) kept alive by \(counted(references, "reference"))\(each) from \
      outside the objects \(count == 1 ? "it reaches" : "they reach")\(dragged).

        Something outside still owns it: a pending block, a timer, a running task, a global, or a \
      variable still in scope. End that work or clear that variable before the check, or allow more time.
      """
    if !unread.isEmpty {
      text +=
        "\n  Could not read: \(unread.joined(separator: "; ")). The reference may be in there."
    }
    if !unsearched.isEmpty {
      text += "\n  Could not tell what: \(unsearched.joined(separator: "; "))."
    }
    return text
  }
}
