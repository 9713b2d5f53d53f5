import LeakBase

/// The grace of a whole run, for a machine on which everything takes longer.
package enum RunGrace {
  /// No check gives less: what the environment variable `LEAK_TESTING_GRACE` says, in seconds.
  static let shortest = (try? setting.get()) ?? .zero

  /// What is wrong with the variable, as a sentence.
  package static let mistake: String? = {
    guard case .failure(let mistake) = setting else { return nil }
    return mistake.text
  }()

  private struct Mistake: Error { var text: String }

  private static let setting: Result<Duration, Mistake> = {
    guard let text = ProcessEnvironment.value(of: "LEAK_TESTING_GRACE"), !text.isEmpty else {
      return .success(.zero)
    }
    guard let seconds = Double(text), seconds > 0, seconds <= 3600 else {
      return .failure(
        Mistake(
          text:
            "LEAK_TESTING_GRACE=\(text): the value must be a number of seconds, above 0 and up to 3600."
        ))
    }
    return .success(.seconds(seconds))
  }()
}
