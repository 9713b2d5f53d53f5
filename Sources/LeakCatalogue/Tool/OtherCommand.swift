/// A command of the tool's that is not about the catalogue.
package struct OtherCommand: Sendable {
  /// The first word of the command line.
  package var name: String

  /// What `--help` prints, where that is not the tool's.
  package var usage: String?

  /// Its own options that the word behind belongs to.
  package var optionsWithValue: Set<String>

  /// Does what the words after the name ask for: what is to be printed, in this style where it is for people, and the exit code.
  package var run:
    @Sendable (_ words: [String], _ style: TextStyle) async throws -> (
      output: String, exitCode: Int32
    )

  package init(
    name: String, usage: String? = nil, optionsWithValue: Set<String> = [],
    run:
      @escaping @Sendable (_ words: [String], _ style: TextStyle) async throws -> (
        output: String, exitCode: Int32
      )
  ) {
    self.name = name
    self.usage = usage
    self.optionsWithValue = optionsWithValue
    self.run = run
  }
}
