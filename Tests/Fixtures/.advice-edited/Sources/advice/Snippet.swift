/// Code that leaks, as people write it, and that notes what it does.
struct Snippet: Sendable {
  /// What the reports on the snippet must have.
  enum Expectation: Sendable {
    /// An edit of the source for every cycle.
    case edit
    /// A sentence at least: what keeps the objects has no place that can simply be made weak.
    case sentence
  }

  let name: String
  let expects: Expectation
  /// What the advice must not say: names that are a library's, or what cannot be done.
  let avoided: [String]

  /// Makes the objects, uses them, and returns one that must go. The others must go with it.
  let play: @MainActor (Log) async -> AnyObject

  init(
    _ name: String, expects: Expectation = .edit, avoiding avoided: [String] = [],
    play: @escaping @MainActor (Log) async -> AnyObject
  ) {
    self.name = name
    self.expects = expects
    self.avoided = avoided
    self.play = play
  }
}
