import Foundation

/// Compares what a run said with what was planted.
struct CheckCommand {
  /// The suite's package.
  let folder: String
  /// The event stream of Swift Testing, and how its process ended.
  let events: String
  let eventsStatus: Int
  /// What XCTest wrote, and how its process ended.
  let log: String
  let logStatus: Int
  /// What the line says of the run.
  let name: String

  /// Prints one line, and before it what is not as planted. Whether all is.
  func run() throws -> Bool {
    let manifest = try Manifest(readingFrom: folder + "/manifest.json")
    var outcome = Outcome()
    try outcome.readEvents(from: events)
    try outcome.readLog(from: log)
    let messages = Dictionary(grouping: outcome.messages, by: \.test)
    var judgements = manifest.tests.map { test in
      Judgement(
        of: test, messages: messages[test.number] ?? [],
        hasEnded: outcome.ended.contains(test.number))
    }
    let known = Set(manifest.tests.map(\.number))
    judgements += outcome.messages.filter { $0.test.map { !known.contains($0) } ?? true }
      .map { Judgement(ofNoTest: $0) }
    for problem in judgements.flatMap(\.problems) { print(problem) }

    let crashes = [eventsStatus, logStatus].filter { $0 > 1 }.count
    let planted = manifest.tests.filter { $0.plant != nil }.count
    let told = judgements.filter(\.isToldAsPlanted).count
    let falseAlarms = judgements.reduce(0) { $0 + $1.falseAlarms }
    let own = judgements.reduce(0) { $0 + $1.ownFailures }
    print(
      "stress: \(manifest.tests.count) tests, seed \(manifest.seed)\(name.isEmpty ? "" : ", " + name): "
        + "planted \(planted), told \(told); false alarms \(falseAlarms); crashes \(crashes)"
        + (own == 0 ? "" : "; failures of the tests' own \(own)"))
    return judgements.allSatisfy(\.problems.isEmpty) && crashes == 0
  }
}
