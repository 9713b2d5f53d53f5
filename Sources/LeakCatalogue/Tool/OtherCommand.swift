/// A command of the tool's that is not about the catalogue.
package struct OtherCommand: Sendable {
  /// The first word of the command line.
  package var name: String

  /// Does what the words after the name ask for: what is to be printed, and the exit code.
  package var run: @Sendable ([String]) async throws -> (output: String, exitCode: Int32)

  package init(
    name: String,
    run: @escaping @Sendable ([String]) async throws -> (output: String, exitCode: Int32)
  ) {
    self.name = name
    self.run = run
  }
}
