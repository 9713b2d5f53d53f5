import HeapReading

/// Compares what lives in the heap after the rounds of a run.
///
/// Ten rounds are for warming up: caches fill, and the allocator settles. From then on the same objects
/// must be there after each round as after the tenth. What the system keeps for good, as some variants say
/// of themselves, is counted apart.
package struct MemoryWatch: Sendable {
  /// How many rounds warm up.
  package static let warmUp = 10
  /// How many bytes the allocator may differ by.
  package static let tolerance = 64 * 1024

  private let rounds: Int
  private let census: @Sendable () -> HeapCensus?
  /// What lived after the warm-up, without what is kept.
  private var baseline: HeapCensus?
  /// What was kept by the end of the first round, which also makes what is made but once.
  private var keptAtStart: [String: HeapCensus] = [:]
  /// What was kept by the end of the warm-up.
  private var keptAtBaseline: [String: HeapCensus] = [:]
  /// What the system keeps, by the name of what keeps it.
  private var kept: [String: HeapCensus] = [:]
  private var growth: HeapCensus?
  /// Who was let keep memory from here on, and what lived before.
  private var open: (keeper: String, before: HeapCensus)?

  /// - Parameter census: counts what lives; replaced in tests.
  package init(rounds: Int, census: @escaping @Sendable () -> HeapCensus? = HeapCensus.now) {
    self.rounds = rounds
    self.census = census
  }

  /// Tells who keeps memory of the variant that runs next; one count is made for all that follow one another.
  package mutating func enter(keeper: String?) async {
    guard rounds > 1, keeper != open?.keeper else { return }
    if let (keeper, before) = open, let now = await settledCensus() {
      kept[keeper, default: .nothing] += now - before
      open = nil
    }
    if let keeper, let now = await settledCensus() { open = (keeper, now) }
  }

  /// Counts what lives after a round that is to be looked at: every tenth, and the last.
  ///
  /// - Returns: a line that tells it, or `nil` for another round, or where nothing is repeated.
  package mutating func look(after round: Int) async -> String? {
    await enter(keeper: nil)
    if round == 1 { keptAtStart = kept }
    guard rounds > 1, round.isMultiple(of: Self.warmUp) || round == rounds else { return nil }
    if round == Self.warmUp { await DispatchCaches.fill() }
    guard let total = await settledCensus() else {
      return "round \(round): memory cannot be measured on this platform"
    }
    let now = kept.values.reduce(total, -)
    if let baseline {
      growth = now - baseline
    } else if round >= Self.warmUp {
      baseline = now
      keptAtBaseline = kept
    }
    let shares = kept.sorted { $0.key < $1.key }.map { "; \($0.key) keeps \($0.value.summary)" }
    return "round \(round): \(now.summary)\(shares.joined())"
  }

  /// Whether nothing grew, as far as it was compared, and no more is kept each round than in the warm-up.
  package var isFlat: Bool { failures.isEmpty }

  /// What the comparison of the last round with the tenth says, or `nil` when there was none.
  package var conclusion: String? {
    guard growth != nil else { return nil }
    let span = "from round \(Self.warmUp) to round \(rounds)"
    return isFlat
      ? "memory is flat \(span)"
      : "FAIL  memory is not flat \(span): \(failures.joined(separator: ", "))"
  }

  private var failures: [String] {
    guard let growth else { return [] }
    var failures = growth.differences(tolerance: Self.tolerance)
    for (keeper, now) in kept.sorted(by: { $0.key < $1.key }) {
      let then = keptAtBaseline[keeper, default: .nothing]
      let warmUp = then - keptAtStart[keeper, default: .nothing]
      let rest = now - then
      let isSteady = Set(rest.instances.keys).union(warmUp.instances.keys).allSatisfy { type in
        rest.instances[type, default: 0] * (Self.warmUp - 1)
          == warmUp.instances[type, default: 0] * (rounds - Self.warmUp)
      }
      if !isSteady { failures.append("\(keeper) does not keep the same each round") }
    }
    return failures
  }

  /// What lives once work that is on its way out has gone: when two counts agree, within two seconds.
  private func settledCensus() async -> HeapCensus? {
    guard var last = census() else { return nil }
    for _ in 0..<40 {
      try? await Task.sleep(for: .milliseconds(50))
      guard let next = census() else { return nil }
      if next.instances == last.instances { return next }
      last = next
    }
    return last
  }
}
