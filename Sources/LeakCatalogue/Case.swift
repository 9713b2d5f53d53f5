/// One question about memory, with the code that answers it.
///
/// A case is an enumeration in a file of its own that is read from top to bottom: the question, the code
/// in one or more leaking and fixed variants, the verdict on each, why, and the fix. The same file is
/// compiled, run, tested and shown.
public protocol Case: Sendable {
  /// The case's name in the catalogue, in kebab-case: `chapter/case`.
  static var id: String { get }

  /// What a person wants to know, as one question.
  static var question: String { get }

  /// The code under observation, leaking variants first.
  static var variants: [Variant] { get }

  /// Why the leaking variants leak and the fixed ones do not.
  static var why: String { get }

  /// What to change.
  static var fix: String { get }

  /// Where the idea comes from, or `nil` for a case that is this catalogue's own.
  static var source: Source? { get }
}

/// The author and title that a case's idea comes from.
public struct Source: Sendable, Hashable {
  public let author: String
  public let title: String
  /// The names that the source itself gives to the scenarios found in the case, if it has any.
  public let scenarios: [String]

  public init(author: String, title: String, scenarios: [String] = []) {
    self.author = author
    self.title = title
    self.scenarios = scenarios
  }
}
