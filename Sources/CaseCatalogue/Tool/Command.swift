/// What a person asked `leakcases` to do.
package struct Command: Sendable, Hashable {
  /// The form of what is printed.
  package enum Format: String, Sendable, Hashable, CaseIterable {
    case text
    case json
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
  }

  package var action: Action
  /// The cases and variants asked for.
  package var ids: [String]
  package var format: Format
  /// How often to run everything.
  package var rounds: Int
  /// The folder in which the cases' files are looked for, instead of where they were compiled.
  package var sources: String?

  package init(
    action: Action, ids: [String] = [], format: Format = .text, rounds: Int = 1,
    sources: String? = nil
  ) {
    self.action = action
    self.ids = ids
    self.format = format
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
