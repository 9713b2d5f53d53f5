/// A known way to keep an object alive, with what to change and the case that shows it.
///
/// A pattern is recognised by the structure of the cycle alone: by the types of the system's libraries on
/// it, and by the kinds of its properties, functions and collections. The names of the program's own types
/// say nothing.
package struct AdvicePattern: Sendable {
  /// The pattern's name in reports, in kebab-case: `nested-closure-trap`.
  package let name: String

  /// The id of the case in the catalogue that shows the pattern.
  package let caseID: String

  /// Whether the suspect of a cycle is one of these.
  let matches: @Sendable (SuspectContext) -> Bool

  /// What to change.
  let advice: @Sendable (SuspectContext) -> Advice

  init(
    _ name: String, case caseID: String, matches: @escaping @Sendable (SuspectContext) -> Bool,
    advice: @escaping @Sendable (SuspectContext) -> Advice
  ) {
    self.name = name
    self.caseID = caseID
    self.matches = matches
    self.advice = advice
  }
}

extension AdvicePattern {
  /// Every pattern, the more special before the more general. The last ones match any capture, and any property
  /// that is one reference.
  package static let all: [AdvicePattern] =
    suspendedSources + cancelHandlers + nesting + functions + captures + systemHolders + tasks
    + nestedUses
    + storedClosures
    + systemOwners + values + references

  /// The first pattern that matches.
  static func of(_ context: SuspectContext) -> AdvicePattern? { all.first { $0.matches(context) } }

  /// The pattern of this name.
  package static func named(_ name: String) -> AdvicePattern? { all.first { $0.name == name } }
}
