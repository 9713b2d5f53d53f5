import ChildProcess
import Foundation
import HoldingSituations
import SeededRandom

/// Every situation, played in every way, each in a process of its own.
struct Matrix {
  private var situations = Holdings.situations
  private var ways: [(name: String, way: Way)] = [
    ("named", Way()), ("unnamed", Way(["--unnamed"])!), ("named, busy", Way(["--busy"])!),
    ("unnamed, busy", Way(["--unnamed", "--busy"])!), ("cut", Way(["--cut"])!),
  ]

  /// `nil` where an argument is not understood.
  init?(_ arguments: some Sequence<String>) {
    var sample: Int?
    var seed: UInt64 = 0
    var rest = ArraySlice(Array(arguments))
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else { return nil }
      switch (option, Int(value)) {
      case ("--sample", let number?): sample = number
      case ("--seed", let number?): seed = UInt64(number)
      case ("--only", _): ways = ways.filter { $0.name == value }
      default: return nil
      }
    }
    if ways.isEmpty { return nil }
    if let sample {
      var random = SplitMix64(seed: seed)
      situations = Array(situations.shuffled(using: &random).prefix(sample))
    }
  }

  /// Prints what is not told as it is, and the tally; false where something is told that is not so.
  func run() async throws -> Bool {
    var counts: [Judgement: Int] = [:]
    var uncut = 0
    for situation in situations {
      for (name, way) in ways {
        let outcome = try Outcome(of: situation, way)
        counts[outcome.judgement, default: 0] += 1
        if way.isCut, !outcome.goes { uncut += 1 }
        if let text = outcome.text { print("\(situation.name) · \(name) · \(text)") }
      }
    }
    let tally = Judgement.allCases.dropFirst().map { "\($0.rawValue): \(counts[$0] ?? 0)" }
    print("situations: \(situations.count), \(tally.joined(separator: ", ")), not cut: \(uncut)")
    return uncut == 0 && counts.keys.allSatisfy { $0 == .right || $0 == .possibly }
  }

  private struct Outcome {
    var judgement: Judgement
    var goes = true
    /// What is to be read of it, if anything.
    var text: String?

    init(of situation: Situation, _ way: Way) throws {
      let ending = try ChildProcess(
        URL(filePath: CommandLine.arguments[0]), [situation.name] + way.arguments
      ).run()
      var lines = ending.output.split(separator: "\n").map(String.init)
      if way.isCut { goes = lines.popLast() == "It goes." }
      if ending.status != .exitCode(0) { lines.append("ended with \(ending.status)") }
      judgement = Judgement(lines, of: situation.truth, isUnnamed: way.isUnnamed)
      if judgement != .right || !goes {
        text = ([judgement.rawValue + (goes ? "" : ", it stays")] + lines)
          .joined(separator: "\n    ")
      }
    }
  }
}
