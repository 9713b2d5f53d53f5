import LeakHeapReading
import LeakSymbolication

/// Compares what lives in the heap after the rounds of a run.
///
/// Ten rounds are for warming up: caches fill, and the allocator settles. From then on the number of objects of
/// each type must not go one way: freed memory that still looks like an object may be counted in one look and
/// not in another. What the system keeps for good, as some variants say of themselves, is measured once, by
/// running them alone, and counted apart.
package struct MemoryWatch: Sendable {
  /// How many rounds warm up.
  package static let warmUp = 10
  /// How many bytes the allocator may differ by.
  package static let tolerance = 64 * 1024
  /// How often the variants that leave memory are run alone to measure it.
  package static let passes = 10

  private let rounds: Int
  private let census: @Sendable () async -> HeapCensus?
  /// What lived after the warm-up, and at each look since then, without what the system keeps.
  private var looks: [HeapCensus] = []
  /// What the system keeps of ``passes`` rounds, by the name of what keeps it.
  private var rates: [(keeper: String, census: HeapCensus)] = []

  /// - Parameter census: counts what lives; replaced in tests.
  package init(
    rounds: Int, census: @escaping @Sendable () async -> HeapCensus? = Self.settledCensus
  ) {
    self.rounds = rounds
    self.census = census
  }

  /// Counts what lives after a round that is to be looked at: every tenth, and the last.
  ///
  /// - Parameters:
  ///   - keepers: the names of what keeps memory for good of some variants.
  ///   - runAgain: runs the variants that leave memory to this keeper.
  /// - Returns: a line that tells it, or `nil` for another round, or where too few rounds are run to compare.
  package mutating func look(
    after round: Int, keepers: [String] = [], runAgain: (String) async -> Void = { _ in }
  ) async -> String? {
    guard rounds > Self.warmUp, round.isMultiple(of: Self.warmUp) || round == rounds else {
      return nil
    }
    guard let now = await census() else {
      return "round \(round): memory cannot be measured on this platform"
    }
    if looks.isEmpty {
      let baseline = await measure(keepers, from: now, runAgain: runAgain)
      looks = [baseline]
      return "round \(round): \(baseline.summary)"
    }
    let kept = rates.map { (keeper: $0.keeper, census: $0.census.share(of: round - Self.warmUp)) }
    let rest = kept.reduce(now) { $0 - $1.census }
    looks.append(rest)
    let shares = kept.map { ", and \($0.census.summary) that \($0.keeper) keeps" }
    return "round \(round): \(rest.summary)\(shares.joined())"
  }

  /// Whether nothing grew, as far as it was compared.
  package var isFlat: Bool { failures.isEmpty }

  /// What the comparison of the last round with the tenth says, or `nil` when there was none.
  package var conclusion: String? {
    guard looks.count > 1 else { return nil }
    let span = "from round \(Self.warmUp) to round \(rounds)"
    return isFlat
      ? "memory is flat \(span)"
      : "FAIL  memory is not flat \(span): \(failures.joined(separator: ", "))"
  }

  private var failures: [String] {
    HeapCensus.trend(of: looks)?.differences(tolerance: Self.tolerance) ?? []
  }

  /// Measures what is kept of the variants that leave memory, and returns what lives after that.
  private mutating func measure(
    _ keepers: [String], from start: HeapCensus, runAgain: (String) async -> Void
  ) async -> HeapCensus {
    var last = start
    for keeper in keepers {
      for _ in 0..<Self.passes { await runAgain(keeper) }
      guard let now = await census() else { continue }
      rates.append((keeper, now - last))
      last = now
    }
    return last
  }

  /// What lives once work that is on its way out has gone.
  ///
  /// Each thread of libdispatch's keeps up to 1024 freed work items to use them again, until it has had
  /// nothing to do for five seconds and ends. So this takes a little longer. Symbols are read as a whole
  /// before: which images a round's reports need differs by chance.
  package static func settledCensus() async -> HeapCensus? {
    Symbolizer.readAllImages()
    try? await Task.sleep(for: .milliseconds(6500))
    guard var last = HeapCensus.now() else { return nil }
    // Until two counts agree, within two seconds.
    for _ in 0..<40 {
      try? await Task.sleep(for: .milliseconds(50))
      guard let next = HeapCensus.now() else { return nil }
      if next.instances == last.instances { return next }
      last = next
    }
    return last
  }
}

extension HeapCensus {
  /// This many rounds' share of what ``MemoryWatch/passes`` rounds left.
  fileprivate func share(of rounds: Int) -> HeapCensus {
    HeapCensus(
      instances: instances.mapValues { $0 * rounds / MemoryWatch.passes },
      bytes: bytes.map { $0 * rounds / MemoryWatch.passes })
  }
}
