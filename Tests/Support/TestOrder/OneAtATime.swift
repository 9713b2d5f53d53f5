import ChildProcess

/// Runs one body after the other, ahead of what waits for a processor.
///
/// In a suite that is `.serialized` each test begins behind all that waits by then: beside many others such a suite is the last to end.
package struct OneAtATime: Sendable {
  private let turnstile = Turnstile(places: 1)

  package init() {}

  package func run<Result: Sendable>(
    _ body: @escaping @Sendable () async -> Result
  ) async -> Result {
    await Task(priority: .high) { await turnstile.pass { await body() } }.value
  }
}
