import Dispatch
import Foundation
import HoldingSituations
import SeededRandom
import Synchronization

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
    let all = plays.count
    plays.removeAll { $0.situation.name == Holdings.timerThatFiresOnce && !Holdings.timersWait }
    if plays.count < all {
      print("left out: \(Holdings.timerThatFiresOnce), which fires at once on this machine")
    }
  }

  /// So many are played at a time: each mostly waits.
  private static let width = 3

  /// Prints what is not told as it is, and the tally; false where something is told that is not so.
  func run() throws -> Bool {
    var counts: [Judgement: Int] = [:]
    var uncut = 0
    var told: [(situation: String, text: String, stages: [String])] = []
    for ((situation, stage), outcome) in zip(plays, outcomes()) {
      let outcome = try outcome.get()
      counts[outcome.judgement, default: 0] += 1
      if !outcome.goes { uncut += 1 }
      guard let text = outcome.text else { continue }
      let place = told.lastIndex { $0.situation == situation.name && $0.text == text }
      if let place {
        told[place].stages.append(stage.name)
      } else {
        told.append((situation.name, text, [stage.name]))
      }
    }
    for (situation, text, stages) in told {
      print("\(situation) · \(stages.joined(separator: "; ")) · \(text)")
      for reason in Set(text.split(separator: "\n").compactMap(Doubt.reason)).sorted() {
        print("    because \(reason)")
      }
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

  /// What comes of the plays, in their order.
  private func outcomes() -> [Result<Stage.Outcome, any Error>] {
    let next = Mutex(plays.indices)
    let outcomes = Mutex<[Int: Result<Stage.Outcome, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: Self.width) { _ in
      while let index = next.withLock({ $0.popFirst() }) {
        let (situation, stage) = plays[index]
        let outcome = Result { try stage.play(situation) }
        outcomes.withLock { $0[index] = outcome }
      }
    }
    return outcomes.withLock { outcomes in plays.indices.map { outcomes[$0]! } }
  }
}
