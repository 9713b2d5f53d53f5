import LeakDetection

/// What every form of a check can be asked for, each by the same name.
struct CheckOptions: Sendable, Hashable {
  /// What who tracks an object can ask for as well: how long the objects may take to go, what is not reported, and whether what goes
  /// late within the grace is reported, as a warning.
  var wishes = LeakScope.Wishes()
  /// Whether what globals and caches keep is reported, as a warning.
  var notesCaches: Bool
  /// Whether it fails the test.
  var failsCaches: Bool
  /// Whether what is possibly held for good fails the test, instead of being reported as a warning.
  var failsUncertain: Bool
  /// Whether cycles that cannot be told to be a certain test's fail it, instead of being reported as a warning.
  var failsUnattributed: Bool
  /// What the test says to a failure; empty for nothing.
  var message: String
  /// The same, where it is made only when there is a failure.
  var lateMessage: LateMessage?

  init(
    within grace: Duration = .milliseconds(500), ignoring ignored: [IgnoredLeak] = [],
    reportLate: Bool = false, notingCaches: Bool = false, failingCaches: Bool = false,
    failingUncertain: Bool = false, failingUnattributed: Bool = false, saying message: String? = nil
  ) {
    wishes.grace = grace
    wishes.ignored = ignored
    wishes.notesLate = reportLate
    notesCaches = notingCaches
    failsCaches = failingCaches
    failsUncertain = failingUncertain
    failsUnattributed = failingUnattributed
    self.message = message ?? ""
  }

  /// Options with a message that is made when a failure is told.
  init(
    within grace: Duration, ignoring ignored: [IgnoredLeak], reportLate: Bool = false,
    notingCaches: Bool = false, failingCaches: Bool = false, failingUncertain: Bool = false,
    failingUnattributed: Bool = false, saying message: LateMessage
  ) {
    self.init(
      within: grace, ignoring: ignored, reportLate: reportLate, notingCaches: notingCaches,
      failingCaches: failingCaches, failingUncertain: failingUncertain,
      failingUnattributed: failingUnattributed)
    lateMessage = message
  }
}

extension CheckOptions {
  var grace: Duration { wishes.grace }
  var ignored: [IgnoredLeak] { wishes.ignored }
  var notesLate: Bool { wishes.notesLate }

  /// What is not reported: here, and by the checks and traits around.
  var allIgnored: [IgnoredLeak] { ignored + IgnoredLeak.inherited }

  /// Runs `body` where what is not reported here is not reported by the checks inside either.
  func ignoring<Result>(_ body: () throws -> Result) rethrows -> Result {
    if ignored.isEmpty { return try body() }
    return try IgnoredLeak.$inherited.withValue(allIgnored, operation: body)
  }

  /// Runs `body` where what is not reported here is not reported by the checks inside either.
  func ignoring<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    if ignored.isEmpty { return try await body() }
    return try await IgnoredLeak.$inherited.withValue(allIgnored, operation: body)
  }

  /// These, and what is asked in a check that has these.
  func extended(by scope: LeakScope) -> CheckOptions {
    var options = self
    options.wishes.add(scope.wishes)
    return options
  }

  /// Asks that of the check with `scope`, for who tracks an object there.
  func ask(_ scope: LeakScope) {
    var wishes = wishes
    // What is wrong with the others is told where they are.
    wishes.ignored.removeAll { ![$0].mistakes.isEmpty }
    scope.ask(wishes)
  }

  /// Whether there is nothing that could be wrong with the options.
  var areSimple: Bool { ignored.isEmpty && grace > .zero }

  /// What is wrong with the options, as sentences.
  var mistakes: [String] {
    ignored.mistakes + [grace.mistakeAsGrace].compactMap(\.self)
  }

  /// `text` with the test's message after the first line.
  func text(_ text: String) -> String {
    let message = lateMessage?.text ?? message
    if message.isEmpty { return text }
    var lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    lines.insert(message[...], at: 1)
    return lines.joined(separator: "\n")
  }
}
