import LeakHeapModel

extension RetainPath {
  /// This cycle and the others that must be broken.
  package var cuts: [RetainPath] { [self] + further }

  /// How many cycles must be broken, where it is more than this one: `2 retain cycles`.
  var severalCycles: String? {
    if leavesCycles { return "more than \(counted(cuts.count, "retain cycle"))" }
    return further.isEmpty ? nil : "\(cuts.count) retain cycles"
  }

  /// So many cycles are drawn.
  package static let mostDrawn = 8

  /// The drawing and what to change; where there are several cycles, those of each. `ways` lead from the cycles to objects that are
  /// no part of them.
  func drawingWithAdvice(and ways: [Approach]) -> String {
    let own = isLostRetain ? nil : approach
    let ways = ([own].compactMap(\.self) + ways).filter { !$0.steps.isEmpty }.map(\.drawing)
    if further.isEmpty {
      return (["\(drawing)"] + ways + ["  \(advice)"] + [rest].compactMap { $0.map { "  " + $0 } })
        .joined(separator: "\n\n")
    }
    let count = cuts.count
    let parts = cuts.prefix(Self.mostDrawn).enumerated().map { index, cut in
      let number = "\(index + 1) of \(count)"
      return
        "\(cut.drawing)\n\n  \(number). \(cut.advice)\n  fingerprint \(cut.fingerprint) (\(number))"
    }
    let lines = cuts.enumerated().dropFirst(Self.mostDrawn).map { index, cut in
      "  \(index + 1) of \(count). \(cut.fault): \(cut.advice) (fingerprint \(cut.fingerprint))"
    }
    let list = lines.isEmpty ? [] : [lines.joined(separator: "\n")]
    let need = [leavesCycles ? nil : neededChanges, rest].compactMap(\.self).joined(separator: " ")
    return (parts + list + ["  \(need)"] + ways).joined(separator: "\n\n")
  }

  /// What it takes to break several cycles.
  private var neededChanges: String {
    let own = cuts.count - foreignCycles
    if foreignCycles > 0 {
      let changes = own == 1 ? "1 of \(cuts.count)" : "the first \(own) changes"
      let others = foreignCycles == 1 ? ("other cycle is", "it") : ("other cycles are", "them")
      return
        "Begin with \(changes): the \(others.0) another package's, which may break \(others.1) when what uses it has gone."
    }
    if let outer = closureAroundOthers {
      let others = cuts.count == 2 ? ("other closure is", "gets") : ("other closures are", "get")
      return
        "Begin with \(outer.index + 1) of \(cuts.count): the \(others.0) written inside that one, and \(others.1) \(outer.variable) "
        + "from it."
    }
    let number = cuts.count == 2 ? "Both" : "All \(cuts.count)"
    let need =
      switch changes {
      case .one: "\(number) cycles are broken by the same change"
      case .several: "\(number) changes are needed"
      case .unknown: "\(number) cycles must be broken"
      }
    return need + ": each cycle alone keeps objects alive, unless a deinit breaks it."
  }

  /// How many changes of the source several cycles take.
  private enum Changes {
    case one
    case several
    case unknown
  }

  /// The closure inside which those of all other cycles are written, and that captures what they do.
  private var closureAroundOthers: (index: Int, variable: String)? {
    let captures = cuts.compactMap(\.suspectCapture)
    guard captures.count == cuts.count else { return nil }
    for (index, outer) in captures.enumerated() {
      guard let variable = outer.capturedName else { continue }
      let isAroundOthers = captures.enumerated().allSatisfy { other, inner in
        other == index
          || inner.function.hasSuffix(" in " + outer.function) && inner.module == outer.module
            && inner.capturedName == variable
      }
      if isAroundOthers { return (index, variable) }
    }
    return nil
  }

  /// Whether a function without a capture list is to become a closure, which all cycles are told of.
  private var isByOneFunction: Bool {
    cuts.allSatisfy { cut in
      guard let own = remedy, let other = cut.remedy, own.action == .storeWeakClosure else {
        return false
      }
      return other.action == own.action && own.subject != nil && other.subject == own.subject
        && cut.pattern == "local-function-in-closure" && cut.functionOfClosure == functionOfClosure
    }
  }

  /// What the suspect's closure is written in: `Cart.start()` of `closure #1 in Cart.start()`.
  private var functionOfClosure: String? {
    suspectCapture.flatMap { capture in
      capture.function.firstRange(of: " in ").map { String(capture.function[$0.upperBound...]) }
    }
  }

  /// How many changes the cycles take. The same place of the source may have made them all.
  private var changes: Changes {
    if isByOneFunction { return .one }
    if cuts.contains(where: { $0.advice != advice || $0.isByAnotherCapture(than: self) }) {
      return mayNeedOne ? .unknown : .several
    }
    return suspectCapture?.mayBeSeveral == true ? .unknown : .one
  }

  /// Whether another closure is to change than for `other`, or the same one is to capture something else weakly there: two closures may
  /// be written on one line, and what optimised code captures may have no name, by which the advice could tell.
  private func isByAnotherCapture(than other: RetainPath) -> Bool {
    guard let capture = suspectCapture, let another = other.suspectCapture else {
      return (suspectCapture == nil) != (other.suspectCapture == nil)
    }
    return !capture.isOfFunction(of: another) || capture.position != another.position
  }

  private var suspectCapture: Step.Capture? {
    steps.indices.contains(suspect) ? steps[suspect].capture : nil
  }

  /// What remains after the changes, if anything does.
  private var rest: String? {
    if leavesCycles {
      return "That is not all: other cycles remain after that, too many to report at once."
    }
    if probablyLeavesCycles {
      return "Another cycle probably remains after that: one of its references is not sure."
    }
    guard !keptByTasks.isEmpty else { return nil }
    var types = keptByTasks.prefix(Self.mostTypes).map { TypeName($0).short }
    if types.count < keptByTasks.count { types.append("others") }
    let others = closuresOfTasks.count > 1 ? "Other tasks that wait" : "Another task that waits"
    let places = closuresOfTasks.prefix(Self.mostTypes).map(\.description)
    let closures =
      switch places.count {
      case 0: ""
      case 1: " (the closure at \(places[0]))"
      default: " (the closures at \(places.listed))"
      }
    let verbs = closuresOfTasks.count > 1 ? ("keep", "them") : ("keeps", "it")
    return
      "\(others)\(closures) probably \(verbs.0) \(types.listed) after that, unless a deinit ends \(verbs.1)."
  }

  /// The drawing and what to change.
  var drawingWithAdvice: String { drawingWithAdvice(and: []) }
}

extension RetainPath: CustomStringConvertible {
  /// A drawing of the retain cycle, with one line for each step and the suspect underlined.
  public var description: String {
    ([drawing]
      + [isLostRetain ? nil : approach].compactMap(\.self)
      .filter { !$0.steps.isEmpty }.map(\.drawing))
      .joined(separator: "\n\n")
  }

  private var drawing: String { lines.joined(separator: "\n") }

  /// The object that the path starts at.
  private var startName: String { TypeName(start).text(labelled: startLabel) }

  /// From what nothing refers to, or the object itself.
  private var lostRetainLines: [String] {
    let holder = approach.map {
      "\(TypeName($0.start).short), which a retain keeps that no reference explains"
    }
    let way = approach?.steps ?? []
    return [ReportLine.fitted("  ╭─ ", holder ?? "a retain that no reference explains")]
      + way.lines(after: "  │    ") + [ReportLine.fitted("  ╰→ ", startName)]
  }

  private var lines: [String] {
    if isLostRetain { return lostRetainLines }
    var lines = [ReportLine.fitted("  ╭→ ", startName)]
    lines += steps.lines(after: "  │    ", suspect: suspect)
    return lines + [ReportLine.fitted("  ╰─ ", startName)]
  }
}

extension RetainPath.Approach {
  private var place: String { start == "closure" ? "the closure" : TypeName(start).short }

  /// The way, one line for each step.
  fileprivate var drawing: String {
    (["  From \(place) it leads on:"] + steps.lines(after: "       "))
      .joined(separator: "\n")
  }
}

extension RetainPath.Step.Property {
  /// The names from the object to the reference, as a report writes them: `.children[1].view`.
  package var name: String {
    path.isEmpty ? "an unnamed reference" : path.hasPrefix("[") ? path : "." + path
  }
}

extension RetainPath.Step: CustomStringConvertible {
  /// The reference in one line: `.delegate: Cart`, or `closure #1 in Cart.start() captures Cart (self) strongly`.
  public var description: String { text(withNote: true) }

  /// The step on one line. What a closure captures is a note, and may stand elsewhere.
  func text(withNote: Bool) -> String {
    switch kind {
    case .property(let property):
      let type = targetName.map { ": " + $0 } ?? ""
      return property.name + type + (isProbable ? " (probably)" : "")
    case .capture(let capture):
      return capture.function + (withNote ? note.map { " " + $0 } ?? "" : "")
    }
  }

  /// The step, with where its closure is written: one line, or two where it is long.
  func lines(after start: String) -> [String] {
    let line = ReportLine.fitted(start, text(withNote: true), place)
    guard let note, line.count > 1 || line[0].contains("…") else { return line }
    return ReportLine.fitted(start, text(withNote: false), place)
      + [ReportLine.fitted(start + "   ", note)]
  }

  private var place: String? { line.map { "\($0)" } }

  /// The reference to change, underlined.
  var suspectLines: [String] {
    let start = "  │    "
    var lines = ReportLine.fitted(start, text(withNote: false), place)
    let hasPlaceBeside = lines.count == 1 && place != nil
    let width = lines[0].count - start.count - (hasPlaceBeside ? 3 + (place ?? "").count : 0)
    let underline = start + String(repeating: "~", count: width)
    guard let note else {
      lines.insert(underline, at: 1)
      return lines
    }
    if underline.count + 1 + note.count <= ReportLine.columns {
      lines.insert(underline + " " + note, at: 1)
    } else {
      lines.insert(contentsOf: [underline, ReportLine.fitted(start, note)], at: 1)
    }
    return lines
  }

  /// What a closure captures: `captures Controller (self) strongly`.
  var note: String? {
    guard let capture, let targetName else { return nil }
    return (isProbable ? "probably " : "")
      + "captures \(capture.variable.map { $0 + ": " } ?? "")\(targetName)\(capture.selfNote)\(capture.carrier.map { " in " + $0 } ?? "") strongly"
  }
}

extension RetainPath {
  /// The types of which instances are counted in the headline.
  private static let mostTypes = 3

  /// The instances that keep one another alive, where the path shows but some of them: `, among 51 instances of Folder that keep
  /// one another alive`.
  var company: String {
    guard let first = members.first else { return "" }
    var parts = ["\(counted(first.count, "instance")) of \(TypeName(first.typeName).short)"]
    parts += members.dropFirst().prefix(Self.mostTypes - 1).map {
      "\($0.count) of \(TypeName($0.typeName).short)"
    }
    let rest = members.dropFirst(Self.mostTypes).reduce(0) { $0 + $1.count }
    if rest > 0 { parts.append("\(rest) of other types") }
    return ", among \(parts.listed) that keep one another alive"
  }
}

extension [String] {
  /// The parts as a sentence has them: `a, b and c`.
  var listed: String {
    count < 2 ? first ?? "" : dropLast().joined(separator: ", ") + " and " + self[count - 1]
  }
}

extension RetainPath {
  /// The same without the name of the object that is called so.
  func without(label: String) -> RetainPath {
    var path = self
    if startLabel == label { path.startLabel = nil }
    path.steps = steps.map { $0.without(label: label) }
    path.approach?.steps = approach?.steps.map { $0.without(label: label) } ?? []
    path.further = further.map { $0.without(label: label) }
    return path
  }
}

extension RetainPath.Step {
  fileprivate func without(label: String) -> RetainPath.Step {
    guard self.label == label else { return self }
    switch kind {
    case .property(var property):
      property.label = nil
      return .property(property)
    case .capture(var capture):
      capture.label = nil
      return .capture(capture)
    }
  }
}

extension RetainPath.Step.Capture {
  /// What follows the captured object's type where it is `self`.
  var selfNote: String { isSelfByType ? " (probably self)" : isSelf ? " (self)" : "" }
}

extension RetainPath.Step.Capture {
  /// What the source calls the captured object, where that is known.
  fileprivate var capturedName: String? { isSelf ? "self" : variable }

  /// Whether captures of which the same is told may be of several closures: the uses of one method are told apart by their lines, and so
  /// are closures that the optimiser has merged.
  fileprivate var mayBeSeveral: Bool {
    line?.isApproximate == true || storedIn != nil && storedAt?.isApproximate != false
  }

  /// Whether it is the same closure or method that captures.
  fileprivate func isOfFunction(of other: Self) -> Bool {
    function == other.function && module == other.module && functionType == other.functionType
      && discriminator == other.discriminator
  }
}
