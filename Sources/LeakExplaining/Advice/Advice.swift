import LeakSymbolication

/// A remedy, and the sentences that say it.
struct Advice {
  var remedy: Remedy
  /// What to do, and then why, or what to mind; one to four.
  private(set) var sentences: [String]

  init(_ remedy: Remedy, _ sentences: [String]) {
    self.remedy = remedy
    self.sentences = sentences.filter { !$0.isEmpty }
  }

  var text: String { sentences.joined(separator: " ") }
}

extension Advice {
  /// The advice where `method` may be there to break the cycle: that is told first, and the source is left alone.
  func after(_ method: FunctionName) -> Advice {
    Advice(
      Remedy(.call, subject: method.text),
      ["If \(method.text) is there to break this cycle, call it. If not: \(textAfterColon)"])
  }

  /// The text as the rest of a sentence: its first word is written small, unless that is a name.
  private var textAfterColon: String {
    let first = text.prefix { $0 != " " }
    return Self.firstWords.contains(String(first))
      ? first.lowercased() + text.dropFirst(first.count) : text
  }

  /// What advice begins with, where it does not begin with a name.
  private static let firstWords: Set = [
    "A", "An", "Call", "Declare", "If", "Let", "Set", "Take", "The", "Try", "Use", "Write",
  ]

  /// The same where `method` of an object in between may be there to break the cycle.
  func before(_ method: FunctionName) -> Advice {
    Advice(remedy, sentences + ["Or call \(method.text), if it is there to break this cycle."])
  }

  /// The advice where `part`, which is to change, belongs to another package than the one whose tests run.
  func concerning(_ part: String, inPackage name: String?) -> Advice {
    guard let name else { return self }
    return Advice(remedy, sentences + ["The \(part) is in another package, \(name)."])
  }
}

extension SuspectContext {
  /// What is to be done to the suspect.
  func remedy(_ action: Remedy.Action, _ subject: String? = nil) -> Remedy {
    Remedy(
      action, subject: subject,
      place: action == .storeWeakClosure
        ? suspect.step.capture?.storedAt ?? suspect.step.line : suspect.step.line)
  }

  /// A remedy and the sentence that says it, then why, or what to mind.
  func advice(
    _ action: Remedy.Action, _ subject: String?, _ detail: String = "", _ reasons: String...
  ) -> Advice {
    let remedy = remedy(action, subject)
    return Advice(remedy, [sentence(for: remedy, detail)] + reasons)
  }

  /// How the property is declared where it is weak: a class that is checked to be `Sendable` has no variables, and a variable of an actor
  /// is read by that alone.
  private var weakDeclaration: String {
    guard label?.isConstant == true, let place = suspect.place,
      let name = suspect.declaration?.name, let source = SourceFiles.shared.source(of: place),
      let declaration = PropertyDeclaration(
        source, nameAt: source.properties.token(of: name, inTypeAt: place.line))
    else { return "weak var" }
    if declaration.isSharedConstant { return "weak let (Swift 6.3)" }
    return declaration.mayBeSharedConstant(inOneOf: ownerClasses)
      ? "weak var (in a Sendable class weak let, Swift 6.3)" : "weak var"
  }

  /// The names of the class of the object that the suspect belongs to, and of its superclasses, the nearest first.
  var ownerClasses: [String] { [suspect.owner.name] + suspect.owner.superclasses }

  /// What says a remedy. `detail` is what is to be said of it in the same sentence: when a method is to be called, and why.
  private func sentence(for remedy: Remedy, _ detail: String) -> String {
    let subject = remedy.subject
    switch remedy.action {
    case .captureWeakly:
      let list = subject.map { "[weak \($0)]" } ?? "a weak capture of \(target)"
      return "Try \(list) in \(place)\(detail)."
    case .declareWeak: return "Try \(weakDeclaration) on \(subject ?? property)\(detail)."
    case .declareUnowned:
      // An object does not outlive itself, and of two of one type the names do not tell which is to.
      let unowned =
        drafts.count == 1 || target == owner
        ? "" : ", or unowned if the \(target) always outlives the \(owner)"
      return
        "\(subject ?? property) cannot be weak as it is declared. Try an optional \(weakDeclaration)\(unowned)\(detail)."
    case .takeOut:
      let weakly =
        detail.isEmpty ? "keep only a weak reference to it there if something else owns it" : detail
      return
        "Take the \(target) out of \(subject ?? owner) when it is no longer needed, or \(weakly)."
    case .call: return "Call \(subject ?? "") \(detail)."
    case .clear, .storeWeakClosure, .rewrite: return detail
    }
  }
}
