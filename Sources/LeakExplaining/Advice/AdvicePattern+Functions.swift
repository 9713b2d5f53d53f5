import LeakHeapModel
import LeakHeapReading
import LeakSymbolication

/// Functions that have no capture list to change what they capture.
extension AdvicePattern {
  static let functions = [
    // The compiler makes a closure of both, of the same name.
    AdvicePattern(
      "stored-method-reference", case: "closures/stored-function",
      matches: { $0.function?.kind == .autoclosure && $0.saysSuper },
      advice: { context in
        context.advice(
          .rewrite, context.suspect.step.capture?.variable ?? "self",
          "Try a closure that says [weak self] and calls a method which calls super, instead of storing the method of super "
            + "at \(context.place.replacing("the closure at ", with: "")).")
      }),
    AdvicePattern(
      "stored-method-reference", case: "closures/stored-function",
      matches: { $0.isStoredMethod && !$0.isFunctionOfToolchain },
      advice: { context in
        context.advice(
          .storeWeakClosure, context.method,
          context.function?.kind == .boundMethod ? boundMethod(context) : methodReference(context),
          context.noteOnProtocol, context.otherClosure, context.otherOwner)
      }),
    AdvicePattern(
      "stored-local-function", case: "closures/stored-local-function",
      matches: { $0.function?.kind == .localFunction && ($0.isSelf || !$0.suspect.isVariable) },
      advice: { context in
        let closure =
          (context.isSelf ? "self" : context.weakEntry).map { "says [weak \($0)]" }
          ?? "captures the \(context.target) weakly"
        return context.advice(
          context.isSelf ? .storeWeakClosure : .rewrite, context.function?.text,
          "Try a closure that \(closure), instead of \(context.function?.text ?? ""): a local function has no "
            + "capture list.", context.noteOnProtocol, context.otherClosure, context.otherOwner)
      }),
    AdvicePattern(
      "stored-autoclosure", case: "closures/stored-autoclosure",
      matches: { $0.function?.kind == .autoclosure },
      advice: { context in
        context.advice(
          .rewrite, context.suspect.step.capture?.variable ?? "self",
          "An @autoclosure argument has no capture list, and \(context.place) is one. Let it use a weak variable "
            + "instead of self, or compute the value before the call.")
      }),
  ]

  /// `handler = method` stores self with the method; the same call in a closure need not.
  private static func boundMethod(_ context: SuspectContext) -> String {
    let name = context.function?.text ?? ""
    let method = context.method ?? name
    if context.isSelf, context.isActorsMethod {
      return
        "Try a closure that says [weak self] and calls \(method) with await, or, where it cannot wait, in assumeIsolated, "
        + "instead of storing \(name) itself\(storingPlace(context))."
    }
    let signature = context.function?.signature
    let call =
      context.isSelf && signature?.result ?? .nothing == .nothing
      ? call(of: method, signature) : nil
    let closure =
      call.map { "{ [weak self] in \(signature?.effects ?? "")self?.\($0) }" }
      ?? "a closure that captures \(context.isSelf ? "self" : "the \(context.target)") weakly and calls \(method)"
    return "Try \(closure) instead of storing \(name) itself\(storingPlace(context))."
  }

  /// The same where the method's own name is not known: `a method stored in Controller.start()`.
  private static func methodReference(_ context: SuspectContext) -> String {
    let description = context.function?.text ?? ""
    let prefix = FunctionName.methodReferencePrefix
    let function = description.hasPrefix(prefix) ? description.dropFirst(prefix.count) : ""
    let place =
      context.suspect.step.capture?.line.map { " at \($0)" }
      ?? (function.isEmpty ? "" : " in \(function)")
    let closure =
      context.isSelf ? "says [weak self]" : "captures the \(context.target) weakly"
    return
      "Try a closure that \(closure) and calls the method, instead of storing the method itself\(place)."
  }

  /// Where the suspect's method is stored: ` at Controller.swift:17`, ` in Controller.start()`.
  private static func storingPlace(_ context: SuspectContext) -> String {
    let capture = context.suspect.step.capture
    return capture?.storedAt.map { " at \($0)" } ?? capture?.storedIn.map { " in \($0)" } ?? ""
  }

  /// `update(value:_:)` as `update(value: $0, $1)`, with `&$1` for an `inout` parameter; `nil` where what a closure gets cannot be
  /// handed on.
  static func call(of method: String, _ signature: FunctionName.Signature?) -> String? {
    if signature?.takesWhatItIsGiven == false { return nil }
    guard let open = method.firstIndex(of: "("), method.hasSuffix(")") else { return method + "()" }
    let labels = method[method.index(after: open)...].dropLast().split(separator: ":")
    let arguments = labels.enumerated().map { index, label in
      let argument = (signature?.inoutParameters.contains(index) == true ? "&$" : "$") + "\(index)"
      return label == "_" ? argument : "\(label): \(argument)"
    }
    return "\(method[..<open])(\(arguments.joined(separator: ", ")))"
  }
}

extension SuspectContext {
  /// Whether the source says `super` on the suspect's line.
  fileprivate var saysSuper: Bool {
    guard let place = suspect.place, let source = SourceFiles.shared.source(of: place) else {
      return false
    }
    return source.tokens.tokens.contains { $0.line == place.line && $0.text == "super" }
  }

  /// Whether the suspect is a method that is stored with the object that it is called on.
  var isStoredMethod: Bool { function?.kind == .boundMethod || function?.kind == .methodReference }

  /// Whether the suspect is a synchronous method that is stored by an actor, as far as the source shows: its caller is to be
  /// isolated to the actor.
  var isActorsMethod: Bool { isStoredOnActor == true }

  /// The same; `nil` where the source shows an extension of what may be an actor.
  var isStoredOnActor: Bool? {
    guard let function, function.signature?.isAsync != true, let place = function.storing?.place,
      !place.isApproximate, let source = SourceFiles.shared.source(of: place)
    else { return false }
    return source.outline.isOnActor(line: place.line, source.tokens.tokens, of: selfType)
  }

  /// Whether the suspect's function is in a module of the toolchain's: nobody can write it in another way.
  var isFunctionOfToolchain: Bool { function?.isOfToolchain ?? false }

  /// Whether the suspect is such a closure, which has something of the program's.
  var isClosureOfToolchain: Bool {
    function?.isClosureOfToolchain ?? suspect.isOfUnknownOfSystem
  }

  /// The method that is stored, without its type: `refresh(_:)`.
  var method: String? { function?.text.split(separator: ".").last.map(String.init) }
}

extension FunctionName {
  /// Whether the function is in a module of the toolchain's.
  var isOfToolchain: Bool { module.map(HeapObjectType.isToolchains) ?? false }

  var isClosureOfToolchain: Bool { kind == .closure && isOfToolchain }
}
