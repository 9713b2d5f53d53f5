import ChildProcess
import Foundation
import HoldingSituations

/// One way to play all situations.
struct Stage {
  let name: String
  private let way: Way
  private let child: @Sendable (Situation) -> ChildProcess
  /// Whether a process has played its situation: one that did not says nothing, which is not to be taken for silence.
  private let hasPlayed: @Sendable (ChildProcess.Ending) -> Bool

  struct Outcome {
    var judgement: Judgement
    /// Whether the object goes when what holds it ends, where that is tried.
    var goes = true
    /// What is to be read of it, if anything.
    var text: String?
  }

  /// By the engine alone, in a process of this executable's.
  static let alone = [
    Stage("named"), Stage("unnamed", "--unnamed"), Stage("named, busy", "--busy"),
    Stage("unnamed, busy", "--unnamed", "--busy"), Stage("cut", "--cut"),
  ]

  private init(_ name: String, _ arguments: String...) {
    self.name = name
    way = Way(arguments)!
    child = { ChildProcess(URL(filePath: CommandLine.arguments[0]), [$0.name] + arguments) }
    hasPlayed = { $0.status == .exitCode(0) }
  }

  /// In tests, by the package's test bundle.
  static func frameworks(in bundle: URL) -> [Stage] {
    [("Swift Testing", "swift-testing"), ("XCTest", "xctest")].flatMap { name, library in
      [true, false].map { isUnnamed in
        Stage(
          "\(name), \(isUnnamed ? "unnamed" : "named")", isUnnamed: isUnnamed, in: bundle, library)
      }
    }
  }

  private init(_ name: String, isUnnamed: Bool, in bundle: URL, _ library: String) {
    self.name = name
    way = Way(isUnnamed ? ["--unnamed"] : [])!
    child = { situation in
      // A bundle's XCTest is what runs unless another library is asked for, which that of Swift 6.2 does not know.
      let selection =
        library == "xctest"
        ? ["HoldingScenes.XCTestScene/testScene"]
        : ["--testing-library", library, "--filter", "SwiftTestingScene"]
      var child = ChildProcess(bundle, selection)
      child.environment = ["HOLDING": situation.name, "HOLDING_NAMED": isUnnamed ? "0" : "1"]
      return child
    }
    // Of tests that fail the status is another one.
    hasPlayed = {
      library == "xctest"
        ? $0.output.contains("Executed 1 test,") : $0.errors.contains("run with 1 test in")
    }
  }

  func play(_ situation: Situation) throws -> Outcome {
    let ending = try child(situation).run()
    var lines = ending.output.split(separator: "\n").map(String.init)
    let goes = !way.isCut || lines.popLast() == "It goes."
    let said = lines + ending.errors.split(separator: "\n").map(String.init)
    let reports = zip(said, said.dropFirst() + [""]).compactMap(Self.report)
    let hasPlayed = hasPlayed(ending)
    lines = hasPlayed ? reports : ["ended with \(ending.status)"]
    let judgement =
      hasPlayed
      ? Judgement(lines, of: situation.truth, isUnnamed: way.isUnnamed) : .wrong
    let text =
      judgement == .right && goes
      ? nil
      : ([judgement.rawValue + (goes ? "" : ", it stays")] + lines).joined(separator: "\n    ")
    return Outcome(judgement: judgement, goes: goes, text: text)
  }

  /// What a line of a test's output says of an object, with the cause, which may stand on the next one.
  private static func report(in line: String, before next: String) -> String? {
    for verdict in [" is held: ", " leaked: ", ": inconclusive, "] {
      guard let place = line.range(of: verdict) else { continue }
      let name = line[..<place.lowerBound].split(separator: " ").last ?? ""
      let cause =
        next.contains(" kept alive by ") && report(in: next, before: "") == nil ? " " + next : ""
      return String(name) + String(line[place.lowerBound...]) + cause
    }
    return nil
  }
}
