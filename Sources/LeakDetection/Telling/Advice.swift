import HeapModel
import HeapReading

/// Says what to change about a suspect.
enum Advice {
  /// One or two sentences.
  static func text(for draft: StepDraft) -> String {
    switch (draft.step, draft.facts) {
    case (.capture(let function, let target, let isSelf, let line, _), .capture(let name)):
      if name?.kind == .boundMethod { return boundMethod(function) }
      if name?.kind == .methodReference {
        return methodReference(function, line: line)
      }
      if isSelf, name?.kind == .localFunction {
        return
          "Try a closure that says [weak self], instead of \(function): a local function has no "
          + "capture list."
      }
      if isSelf {
        return
          "Try [weak self] in \(line.map(closure(at:)) ?? function). If a closure nested inside it says [weak self], "
          + "move that capture list out here."
      }
      let place = line.map(closure(at:)) ?? (name == nil ? "the closure" : function)
      return "Try a weak capture of \(TypeName(target ?? "").short) in \(place)."
    case (.property(let owner, _, let target, _), .property) where draft.owner.visibility == .system:
      let target = TypeName(target ?? "").short
      return
        "The \(TypeName(owner).short) keeps the \(target). Cancel, invalidate or finish it when "
        + "the \(target) is no longer needed, or let it hold only a weak reference."
    case (.property(let owner, let path, let target, _), .property(let label)):
      return property(
        owner: TypeName(owner).short, path: path, target: TypeName(target ?? "").short,
        label: label)
    default:
      return ""
    }
  }

  private static func closure(at line: RetainPath.SourceLine) -> String { "the closure at \(line)" }

  /// `handler = method` stores self with the method; the same call in a closure need not.
  private static func boundMethod(_ name: String) -> String {
    let method = name.split(separator: ".").last.map(String.init) ?? name
    return "Try { [weak self] in self?.\(call(of: method)) } instead of storing \(name) itself."
  }

  /// The same where the method's own name is not known: `a method stored in Controller.start()`.
  private static func methodReference(
    _ description: String, line: RetainPath.SourceLine?
  ) -> String {
    let prefix = "a method stored in "
    let function = description.hasPrefix(prefix) ? description.dropFirst(prefix.count) : ""
    let place = line.map { " at \($0)" } ?? (function.isEmpty ? "" : " in \(function)")
    return
      "Try a closure that says [weak self] and calls the method, instead of storing the method "
      + "itself\(place)."
  }

  /// `update(value:_:)` as `update(value: $0, $1)`.
  private static func call(of method: String) -> String {
    guard let open = method.firstIndex(of: "("), method.hasSuffix(")") else { return method + "()" }
    let labels = method[method.index(after: open)...].dropLast().split(separator: ":")
    let arguments = labels.enumerated().map { index, label in
      label == "_" ? "$\(index)" : "\(label): $\(index)"
    }
    return method[..<open] + "(" + arguments.joined(separator: ", ") + ")"
  }

  private static func property(
    owner: String, path: String, target: String, label: ReferenceLabel?
  ) -> String {
    if let label, label.role == .property, !label.path.contains(".") {
      if label.canBeWeak { return "Try weak var on \(owner).\(path)." }
      return
        "\(owner).\(path) cannot be weak as it is declared. Try an optional weak var, or unowned "
        + "if the \(target) always outlives the \(owner)."
    }
    let place = path.isEmpty ? owner : "\(owner).\(path.prefix { $0 != "[" })"
    return "Take the \(target) out of \(place) when it is no longer needed, or keep only a weak "
      + "reference to it there."
  }
}
