import ChildProcess
import Foundation
import HoldingSituations
import SeededRandom

/// Every situation, played in every way, each in a process of its own.
struct Matrix {
  private var plays: [(situation: Situation, stage: Stage)]

  /// `nil` where an argument is not understood.
  init?(_ arguments: some Sequence<String>) {
    var sample: Int?
    var seed: UInt64 = 0
    var only: String?
    var bundle: String?
    var rest = ArraySlice(Array(arguments))
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else { return nil }
      switch (option, Int(value)) {
      case ("--sample", let number?): sample = number
      case ("--seed", let number?): seed = UInt64(number)
      case ("--only", _): only = value
      case ("--bundle", _): bundle = value
      default: return nil
      }
    }
    var stages = Stage.alone + (bundle.map { Stage.frameworks(in: URL(filePath: $0)) } ?? [])
    if let only { stages = stages.filter { $0.name == only } }
    plays = Holdings.situations.flatMap { situation in stages.map { (situation, $0) } }
    if plays.isEmpty { return nil }
    if let sample {
      var random = SplitMix64(seed: seed)
      plays = Array(plays.shuffled(using: &random).prefix(sample))
    }
  }

  /// Prints what is not told as it is, and the tally; false where something is told that is not so.
  func run() throws -> Bool {
    var counts: [Judgement: Int] = [:]
    var uncut = 0
    for (situation, stage) in plays {
      let outcome = try stage.play(situation)
      counts[outcome.judgement, default: 0] += 1
      if !outcome.goes { uncut += 1 }
      if let text = outcome.text { print("\(situation.name) · \(stage.name) · \(text)") }
    }
    func count(_ judgement: Judgement) -> Int { counts[judgement] ?? 0 }
    print(
      """
      situations: \(Set(plays.map(\.situation.name)).count), told wrong: \(count(.wrong)), \
      silent: \(count(.silent)), named flatly and wrong: \(count(.flatlyWrong)), \
      told possibly: \(count(.possibly)) of \(plays.count), not cut: \(uncut)
      """)
    return uncut == 0 && counts.keys.allSatisfy { $0 == .right || $0 == .possibly }
  }
}

/// One way to play all situations.
struct Stage {
  let name: String
  private let way: Way
  private let child: @Sendable (Situation) -> ChildProcess

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
      let selection =
        library == "xctest"
        ? ["HoldingScenes.XCTestScene/testScene"] : ["--filter", "SwiftTestingScene"]
      var child = ChildProcess(bundle, ["--testing-library", library] + selection)
      child.environment = ["HOLDING": situation.name, "HOLDING_NAMED": isUnnamed ? "0" : "1"]
      return child
    }
  }

  func play(_ situation: Situation) throws -> Outcome {
    let ending = try child(situation).run()
    var lines = ending.output.split(separator: "\n").map(String.init)
    let goes = !way.isCut || lines.popLast() == "It goes."
    let reports = (lines + ending.errors.split(separator: "\n").map(String.init)).compactMap(
      Self.report)
    if case .signal = ending.status {
      lines = ["ended with \(ending.status)"]
    } else {
      lines = reports
    }
    let judgement = Judgement(lines, of: situation.truth, isUnnamed: way.isUnnamed)
    let text =
      judgement == .right && goes
      ? nil
      : ([judgement.rawValue + (goes ? "" : ", it stays")] + lines).joined(separator: "\n    ")
    return Outcome(judgement: judgement, goes: goes, text: text)
  }

  /// What a line of a test's output says of an object.
  private static func report(in line: String) -> String? {
    for verdict in [" is held: ", " leaked: ", ": inconclusive, "] {
      guard let place = line.range(of: verdict) else { continue }
      let name = line[..<place.lowerBound].split(separator: " ").last ?? ""
      return String(name) + String(line[place.lowerBound...])
    }
    return nil
  }
}
