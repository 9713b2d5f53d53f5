import LeakHeapModel

extension Leak: CustomStringConvertible {
  /// The finding as readable text: without addresses, and without times except how late an object was deinitialized.
  public var description: String {
    switch verdict {
    case .deinitialized:
      return "\(name) \(verb) gone."
    case .late(let delay, let holders):
      let (whole, hundredths) = Int((delay / .seconds(1) * 100).rounded())
        .quotientAndRemainder(dividingBy: 100)
      let seconds = "\(whole).\(String(hundredths + 100).dropFirst()) s"
      let extent = count == 1 ? seconds : "up to \(seconds), \(count) instances"
      return "\(name) went late by \(extent)\(text(until: holders))."
    case .leaked(let path):
      return """
        \(name) leaked: \(instances) kept alive by \(cause(of: path))\(causes == 1 ? path.company : "")\(retainedText).

        \(drawn(path).drawingWithAdvice(and: waysToOthers))\(creationLine)\(libraryLine)\(patternLine)
          fingerprint \(fingerprint)
        """
    case .held(let holders):
      return "\(name) \(verb) held: \(keepers(holders))"
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
  /// (swift run leakcases show nested-closures/weak-self-inside-only)`.
  private var patternLine: String {
    guard let pattern else { return "" }
    let caseID = AdvicePattern.named(pattern)?.caseID ?? HoldingPattern.named(pattern)?.caseID
    let place = caseID.map { " (swift run leakcases show \($0))" } ?? ""
    return "\n  pattern \(pattern)\(place)"
  }

  /// The line that says which function made the object, where that is known.
  private var creationLine: String {
    created.map { "\n  created in \($0)" } ?? ""
  }

  /// The line that says whose leak it is, where that is a library's.
  private var libraryLine: String {
    guard let library = libraryLeak else { return "" }
    return
      "\n  a leak of \(library.library)'s, seen with Swift \(library.version): \(library.cause)"
  }

  /// What is said of an object that a global keeps, which is no leak.
  package var cacheNote: String {
    let holders =
      if case .held(let holders) = verdict { holders.filter { $0.place != nil } } else {
        [Holder]()
      }
    return "\(name) \(verb) cached: \(instances) kept alive\(text(of: holders))\(retainedText)."
  }

  /// How many objects with names of their own are named in the headline.
  private static let mostNames = 4

  /// The types and the names that the test gave: `Controller "player" and Model`.
  package var name: String {
    var names: [String] = []
    var labelled: Set<String> = []
    let subjects = [(typeName, label)] + also.map { ($0.typeName, $0.label) }
    for (type, label) in subjects where label != nil {
      labelled.insert(type)
      names.append(TypeName(type).text(labelled: label))
    }
    for (type, label) in subjects where label == nil {
      names.append(
        labelled.contains(type) ? "another \(TypeName(type).short)" : TypeName(type).short)
    }
    var known: Set<String> = []
    names.removeAll { !known.insert($0).inserted }
    if names.count > Self.mostNames {
      names[(Self.mostNames - 1)...] = ["\(names.count - Self.mostNames + 1) more"]
    }
    return names.listed
  }

  /// The path as it is drawn: where one object alone has a name, the headline has it.
  private func drawn(_ path: RetainPath) -> RetainPath {
    let labels = [label].compactMap(\.self) + also.compactMap(\.label)
    return labels.count == 1 ? path.without(label: labels[0]) : path
  }

  /// `is`, or `are` where several names stand before it.
  private var verb: String { also.isEmpty ? "is" : "are" }

  /// The ways to objects that the cycles lead to, each once.
  package var waysToOthers: [RetainPath.Approach] {
    var ways: [RetainPath.Approach] = []
    for way in also.lazy.compactMap(\.approach) where !way.steps.isEmpty && way != path?.approach {
      if ways.contains(way) { continue }
      ways.append(way)
      if ways.count == Self.mostNames { break }
    }
    return ways
  }

  /// What goes with the object: `, and 41 objects only it keeps alive, 12 KB`.
  private var retainedText: String {
    guard let retained, retained.count > 0 else { return "" }
    return ", and \(retained.text(ofOne: count == 1))"
  }

  private var instances: String { count == 1 ? "1 instance is" : "\(count) instances are" }

  private func cause(of path: RetainPath) -> String {
    if path.isLostRetain {
      return "a retain that no reference explains: probably never balanced by a release"
    }
    let cycle =
      switch (causes, path.severalCycles) {
      case (1, let several):
        several ?? "a retain cycle of \(counted(path.steps.count, "strong reference"))"
      case (_, nil): "\(causes) retain cycles that one change breaks"
      case (_, let several?): "\(several) in each of \(causes) places, which the same changes break"
      }
    if path.approach == nil { return cycle }
    return cycle + (count == 1 ? " that it is not part of" : " that they are not part of")
  }

  private func text(of holders: [Holder]) -> String {
    holders.map(\.agent).joined(separator: ", and")
  }

  /// What held an object until it went, if that is known.
  private func text(until holders: [Holder]) -> String {
    holders.isEmpty ? "" : ", held meanwhile" + text(of: holders)
  }

  /// What holds the object, and what to do about it.
  func keepers(_ holders: [Holder]) -> String {
    let places = holders.filter { $0.place != nil }
    if places.isEmpty { return keepersOutside(holders) }
    let cycle = places.cycleAfterwards
    let afterwards = cycle.map { cycle in
      let several = cycle.severalCycles
      let cycles = several.map { $0 + " keep" } ?? "a retain cycle keeps"
      // What is still to be done may break it.
      return "; after that \(cycles) \(count == 1 ? "it" : "them"), unless "
        + (several == nil ? "it is broken by then" : "they are broken by then")
    }
    var drawings = places.map { $0.drawing(to: TypeName(typeName).short) }
    drawings.append("  \(places[0].advice)")
    if let cycle { drawings += ["  After that:", drawn(cycle).drawingWithAdvice] }
    return """
      \(instances) kept alive\(text(of: places))\(retainedText)\(afterwards ?? "").

      \(drawings.joined(separator: "\n\n"))\(creationLine)\(libraryLine)\(patternLine)
        fingerprint \(fingerprint)
      """
  }

  private func keepersOutside(_ holders: [Holder]) -> String {
    var references = 0
    var unread: [String] = []
    var unsearched: [String] = []
    for holder in holders {
      switch holder.kind {
      case .unknown(let number): references += number
      case .unread(let what): unread.append(what)
      case .unsearched(let reason): unsearched.append(reason)
      case .place: break
      }
    }
    let each = count == 1 ? "" : " each"
    var text = """
      \(instances) kept alive by \(counted(references, "reference"))\(each) from \
      outside the objects \(count == 1 ? "it reaches" : "they reach")\(retainedText).

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
