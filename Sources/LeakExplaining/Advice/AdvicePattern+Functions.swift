import LeakHeapReading
import LeakSymbolication

/// Functions that capture `self` and have no capture list to change that.
extension AdvicePattern {
  static let functions = [
    AdvicePattern(
      "stored-method-reference", case: "closures/stored-function",
      matches: {
        $0.function?.kind == .boundMethod || $0.function?.kind == .methodReference
      },
      advice: { scene in
        scene.advice(
          .storeWeakClosure, scene.method,
          scene.function?.kind == .boundMethod ? boundMethod(scene) : methodReference(scene))
      }),
    AdvicePattern(
      "stored-local-function", case: "closures/stored-local-function",
      matches: { $0.isSelf && $0.function?.kind == .localFunction },
      advice: { scene in
        scene.advice(
          .storeWeakClosure, scene.function?.text,
          "Try a closure that says [weak self], instead of \(scene.function?.text ?? ""): a local function has no "
            + "capture list.")
      }),
    AdvicePattern(
      "stored-autoclosure", case: "closures/stored-autoclosure",
      matches: { $0.function?.kind == .autoclosure },
      advice: { scene in
        scene.advice(
          .rewrite, scene.suspect.step.capture?.variable ?? "self",
          "There is no capture list for \(scene.place), which is an @autoclosure argument. Let it use a weak "
            + "constant instead of self, or work the value out before the call.")
      }),
  ]

  /// `handler = method` stores self with the method; the same call in a closure need not.
  private static func boundMethod(_ scene: SuspectScene) -> String {
    let name = scene.function?.text ?? ""
    let method = scene.method ?? name
    let closure =
      scene.isSelf && scene.function?.signature?.result ?? .nothing == .nothing
      ? "{ [weak self] in \(scene.function?.signature?.effects ?? "")self?.\(call(of: method)) }"
      : "a closure that captures \(scene.isSelf ? "self" : "the \(scene.target)") weakly and calls \(method)"
    return "Try \(closure) instead of storing \(name) itself\(storingPlace(scene))."
  }

  /// The same where the method's own name is not known: `a method stored in Controller.start()`.
  private static func methodReference(_ scene: SuspectScene) -> String {
    let description = scene.function?.text ?? ""
    let prefix = FunctionName.methodReferencePrefix
    let function = description.hasPrefix(prefix) ? description.dropFirst(prefix.count) : ""
    let place =
      scene.suspect.step.capture?.line.map { " at \($0)" }
      ?? (function.isEmpty ? "" : " in \(function)")
    let closure =
      scene.isSelf ? "says [weak self]" : "captures the \(scene.target) weakly"
    return
      "Try a closure that \(closure) and calls the method, instead of storing the method itself\(place)."
  }

  /// Where the suspect's method is stored: ` at Controller.swift:17`, ` in Controller.start()`.
  private static func storingPlace(_ scene: SuspectScene) -> String {
    let capture = scene.suspect.step.capture
    return capture?.storedAt.map { " at \($0)" } ?? capture?.storedIn.map { " in \($0)" } ?? ""
  }

  /// `update(value:_:)` as `update(value: $0, $1)`.
  static func call(of method: String) -> String {
    guard let open = method.firstIndex(of: "("), method.hasSuffix(")") else { return method + "()" }
    let labels = method[method.index(after: open)...].dropLast().split(separator: ":")
    let arguments = labels.enumerated().map { index, label in
      label == "_" ? "$\(index)" : "\(label): $\(index)"
    }
    return method[..<open] + "(" + arguments.joined(separator: ", ") + ")"
  }
}

extension SuspectScene {
  /// The method that is stored, without its type: `refresh(_:)`.
  var method: String? { function?.text.split(separator: ".").last.map(String.init) }
}
