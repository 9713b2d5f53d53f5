/// What a person asked `leakcases` to do.
package struct Command: Sendable, Hashable {
  /// The form of what is printed.
  package enum Format: String, Sendable, Hashable, CaseIterable {
    case text
    case json
    /// An index of the cases, for a `README.md`.
    case markdown
  }

  /// Whether the text has colours.
  package enum Color: String, Sendable, Hashable, CaseIterable {
    case always
    case never
    /// As it suits what the output goes to.
    case auto
  }

  /// The thing to do.
  package enum Action: String, Sendable, Hashable, CaseIterable {
    /// Run variants and compare.
    case run
    /// Print what there is.
    case list
    /// Print cases as documentation.
    case show
    /// Run one crashing variant in this process; for ``CrashProcess``.
    case crash = "run-crash"
    /// Print the usage.
    case help
    /// Print the version.
    case version
  }

  package var action: Action
  /// The cases and variants asked for.
  package var ids: [String]
  package var format: Format
  package var color: Color
  /// Whether the report on every variant is asked for.
  package var isVerbose: Bool
  /// How often to run everything.
  package var rounds: Int
  /// Whether the plain values of the objects are asked for that are to leak.
  package var readsValues: Bool
  /// The folder in which the cases' files are looked for, instead of where they were compiled.
  package var sources: String?

  package init(
    action: Action, ids: [String] = [], format: Format = .text, color: Color = .auto,
    isVerbose: Bool = false, readsValues: Bool = false, rounds: Int = 1, sources: String? = nil
  ) {
    self.action = action
    self.ids = ids
    self.format = format
    self.color = color
    self.isVerbose = isVerbose
    self.readsValues = readsValues
    self.rounds = rounds
    self.sources = sources
  }
}

/// Arguments that make no sense, as one line for a person.
package struct UsageError: Error, Hashable {
  package let message: String

  package init(_ message: String) {
    self.message = message
  }
}
