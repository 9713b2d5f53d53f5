import LeakHeapModel
import LeakSymbolication

extension LeakReport.Holder: CustomStringConvertible {
  /// What holds the object, as a part of a sentence, with what it is doing and its line: `an unfinished Task that sleeps in
  /// Feed.poll(), Feed.swift:14`.
  public var description: String { text }
}

extension Holder {
  /// ` by `, and what holds the object, or that it is not sure.
  var agent: String {
    isProbable ? ", possibly by " + text : " by " + text
  }

  /// What holds the object, as a part of a sentence: `a block that asyncAfter is to run within 1 s (closure #1 in
  /// Controller.start())`.
  var text: String {
    switch kind {
    case .place(let place, let path):
      let function = path.steps.lazy.compactMap(\.capture?.function).first
      guard let function, function != place.name else { return place.text }
      return place.text + " (\(function))"
    case .unknown(let number): return counted(number, "reference")
    case .unread(let what): return what
    case .unsearched(let reason): return reason
    }
  }

  /// The place, and the references from it to the object of type `name`, one line each.
  func drawing(to name: String) -> String {
    guard case .place(let place, let path) = kind else { return "" }
    var lines = [ReportLine.fitted("  ╭─ ", place.title)]
    lines += path.steps.lines(after: "  │    ")
    lines.append(ReportLine.fitted("  ╰→ ", name))
    return lines.joined(separator: "\n")
  }

  /// What to do about it, in one or two sentences.
  var advice: String {
    guard case .place(let place, let path) = kind else { return "" }
    let others = path.isOneOfSeveral == true ? " \(Self.others)" : ""
    let advice = advice(for: place, path) + others
    // Of memory the advice says by itself what it may be.
    guard isProbable, place.kind != .memory, let first = advice.first else { return advice }
    return "If so, \(first.lowercased())" + advice.dropFirst()
  }

  private static let others = "Something else may keep it as well."

  private func advice(for place: HoldingPlace, _ path: HoldingPath) -> String {
    // A closure that another one captures cannot be weak, nor need an object that only closures have.
    let closures = path.steps.compactMap(\.capture)
    let captures = closures.filter { $0.target != nil }
    let entry = captures.contains(where: \.isSelf) ? nil : captures.last?.weakEntryOrPart
    let weakCapture = WeakCapture(
      entry: entry ?? WeakCapture.ofSelf,
      elsewhere: closures.first?.target == nil ? captures.last?.place : nil,
      method: captures.last.flatMap(\.methodToWrap), declaration: path.weakDeclaration,
      closure: captures.last)
    if path.isObservation, captures.count == 1,
      [.global, .testVariable, .suite, .testCase].contains(place.kind)
    {
      return "The observed object keeps the closure until its next change. Write "
        + "\(weakCapture.text("in the closure"))."
    }
    return place.advice(
      writing: weakCapture, in: closures.count == 1 ? captures.last : nil,
      along: path)
  }
}

/// How a closure is to capture what it captures strongly, and where that is to be written.
struct WeakCapture {
  static let ofSelf = "[weak self]"

  /// `[weak player]`.
  var entry = ofSelf
  /// Where the closure is that does so, if the place has another one, which captures that one.
  var elsewhere: String?
  /// What is no closure, and has no capture list: a method that is used as a function, and where.
  var method: String?
  /// What is to be written instead, where a weak capture would have the object too early, or let go of it at once: `weak var for
  /// Proxy.target`.
  var declaration: String?
  /// The closure.
  var closure: RetainPath.Step.Capture?

  /// The entry, and where it is to be written: `usual` for the place's own closure.
  func text(_ usual: String) -> String {
    if let declaration { return declaration }
    if let method { return "a closure with \(entry) that calls \(method)" }
    return "\(entry) \(elsewhere ?? usual)"
  }
}

extension RetainPath.Step.Capture {
  /// Where its closure is: `in the closure at Player.swift:12`.
  fileprivate var place: String {
    line.map { "in the closure at \($0)" } ?? "in \(function)"
  }

  /// The method that it is, where a closure is to be written that calls it: `Player.play() instead of the method itself at
  /// Player.swift:12`.
  fileprivate var methodToWrap: String? {
    guard isMethod else { return nil }
    let name =
      storedIn == nil
      ? String(function.dropFirst(FunctionName.methodReferencePrefix.count)) : function
    return "\(name) instead of the method itself" + (storedAt.map { " at \($0)" } ?? "")
  }

  /// What a closure that captures another object than `self` is to say: `[weak player]`.
  var weakEntry: String? {
    if carrier != nil { return nil }
    if let variable { return variable.contains(".") ? nil : "[weak \(variable)]" }
    return canBeSelf ? nil : weakCaptureOfTarget
  }

  /// The same, also where the object is in a value that the closure captures; `nil` for what may be `self`.
  fileprivate var weakEntryOrPart: String? {
    let isInValue = carrier != nil || variable?.contains(".") == true
    return weakEntry ?? (isInValue ? weakCaptureOfTarget : nil)
  }

  private var weakCaptureOfTarget: String? {
    target.map { "a weak capture of the \(TypeName($0).short)" }
  }
}

extension HoldingPlace {
  /// The place in a word or two.
  package var title: String {
    switch kind {
    case .global: name ?? "a global variable"
    case .stack: name ?? "a thread's stack"
    case .running: name ?? "a closure that has not returned"
    case .threadLocal: "a thread-local variable"
    case .delayedBlock: "asyncAfter"
    case .pendingBlock: name ?? "a dispatch queue"
    case .queueValue: "a value of " + (name ?? "a dispatch queue")
    case .dispatchGroup: "a DispatchGroup"
    case .dispatchTimer: "a dispatch timer"
    case .dispatchSource: name.map { "a FileHandle's \($0)" } ?? "a dispatch source"
    case .runLoopTimer: "a Timer"
    case .runLoop: "a run loop"
    case .urlSessionTask: request
    case .notificationCenter: "NotificationCenter"
    case .operationQueue: name ?? "an OperationQueue"
    case .process: "a Process"
    case .task: "an unfinished Task"
    case .taskLocal: "a task-local value"
    case .continuation: "a continuation"
    case .testVariable:
      variable.map { "the variable \($0)" }
        ?? (isInUnknownFunction ? waiting : "a variable of the test")
    case .suite: "the suite"
    case .testCase: "the test case"
    case .library: name ?? "a library"
    case .memory: "memory of unknown use"
    }
  }

  /// The place as a part of a sentence.
  package var text: String {
    switch kind {
    case .global:
      name.map { $0.hasPrefix("static ") ? $0 : "the variable \($0)" } ?? "a global variable"
    case .testVariable: variableOfFunction
    case .suite: (name ?? "an object") + ", a property of the suite"
    case .stack where name == nil && variable == nil: stackOfThread
    case .stack:
      variableOfFunction + (thread.map { ", which \($0) is running" } ?? "")
    case .running:
      (name ?? "a closure") + runs + (line.map { ", \($0)" } ?? "")
    case .threadLocal: "a thread-local variable" + (thread.map { " of \($0)" } ?? "")
    case .delayedBlock:
      dueWithin == 0
        ? "a block of asyncAfter that is due, and that its queue has not run"
        : "a block that asyncAfter is to run"
          + (dueWithin.map { " within \(Self.rounded($0)) s" } ?? "")
    case .pendingBlock:
      "a block that waits on " + (name ?? "a dispatch queue") + (wait.map { ", which \($0)" } ?? "")
    case .queueValue:
      "a value that " + (name ?? "a dispatch queue") + " has for a DispatchSpecificKey"
    case .dispatchGroup: "a block that waits for a DispatchGroup which is not left"
    case .dispatchTimer: "a dispatch timer" + (wait.map { " that \($0)" } ?? rhythm)
    case .dispatchSource:
      name.map { "the \($0) of a FileHandle" } ?? "a dispatch source"
        + (wait.map { " that \($0)" } ?? "")
    case .runLoopTimer: timer
    case .runLoop: "a run loop"
    case .urlSessionTask: request + " that " + requestProgress
    case .notificationCenter: "an observer that NotificationCenter keeps"
    case .operationQueue: name ?? "an operation in an OperationQueue"
    case .process: "a Process that is running"
    case .taskLocal: "a task-local value of an unfinished Task" + suspension
    case .task, .continuation:
      variable == nil
        ? "an unfinished Task" + suspension
        : variableOfFunction + ", in an unfinished Task" + (taskWait.map { " that \($0)" } ?? "")
    case .testCase: (name ?? "an object") + ", a property of the test case"
    case .library: "a variable of " + (name ?? "a library")
    case .memory: "memory of unknown use"
    }
  }

  /// The variable with its function and line, or what is known of them.
  private var variableOfFunction: String {
    let place = name.map { " of \($0)" } ?? (kind == .testVariable ? " of the test" : "")
    if let variable { return "the variable \(variable)\(place)" + (line.map { ", \($0)" } ?? "") }
    if isInUnknownFunction { return waiting }
    if kind == .testVariable { return "a variable" + place + (line.map { ", \($0)" } ?? "") }
    return "a variable" + place
      + (wait.map { ", which \($0)" + (line.map { ", \($0)" } ?? "") } ?? "")
  }

  /// The stack of a thread that is in no function of the program's.
  private var stackOfThread: String {
    guard let thread else { return "the stack of a thread" + (wait.map { " that \($0)" } ?? "") }
    return "the stack of \(thread)" + (wait.map { ", which \($0)" } ?? "")
  }

  /// Whether it is in scope while the check waits, nobody knows where: in the test, or in what runs it.
  var isInUnknownFunction: Bool { kind == .testVariable && variable == nil && name == nil }

  private var waiting: String { "a function that waits for the check" }

  /// Longer times are rounded up to tens, and those of more than 1000 seconds to two digits, so that a report does not depend on
  /// how long the check itself took.
  private static func rounded(_ seconds: Int) -> Int {
    guard seconds > 10 else { return seconds }
    var unit = 10
    while unit * 100 <= seconds { unit *= 10 }
    return (seconds + unit - 1) / unit * unit
  }

  /// What a closure does that has not returned, and on which thread.
  private var runs: String {
    let thread = thread.map { " on \($0)" } ?? ""
    return wait.map { ", which \($0)\(thread)" } ?? ", which has not returned\(thread)"
  }

  /// What a task does, where.
  private var suspension: String {
    let place = name.map { " in \($0)" + (line.map { ", \($0)" } ?? "") } ?? ""
    return taskWait.map { " that \($0)\(place)" } ?? (place.isEmpty ? "" : ", suspended\(place)")
  }

  /// What a task does, after a `that`.
  private var taskWait: String? {
    guard isCancelled == true else { return wait }
    return wait.map { "is cancelled and \($0)" } ?? "is cancelled, and suspended"
  }

  /// How often a timer fires.
  var rhythm: String {
    guard let interval else { return "" }
    if interval >= 1e9 { return " that does not fire for decades" }
    let isWhole = interval == interval.rounded()
    return " that fires every " + (isWhole ? "\(Int(interval))" : "\(interval)") + " s"
  }
}
