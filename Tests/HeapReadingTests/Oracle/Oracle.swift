import Foundation
import LeakBase
import LeakHeapReading

/// Compares the plans that a reader compiled with what the ``RemoteMirror`` says about the same memory.
final class Oracle: Sendable {
  /// The oracle of the fixtures, which sees every plan that they need; `nil` without a mirror.
  static let ofFixtures: Oracle? = {
    guard case .success(let mirror) = RemoteMirror.shared else { return nil }
    let oracle = Oracle(HeapReader(), mirror: mirror)
    // The fixtures are read by many tests, in any order.
    atexit { Oracle.ofFixtures.map { print("fixtures: \($0.tally)") } }
    return oracle
  }()

  /// The reader whose plans are compared.
  let reader: HeapReader
  private let mirror: RemoteMirror
  private let state = VisibleMutex(State())

  private struct State {
    var values: Set<UInt> = []
    var tally = Tally()
  }

  /// How the comparisons ended.
  struct Tally: CustomStringConvertible {
    var agreed = 0
    /// How many plans differ for each reason of ``KnownDisagreement``.
    var explained: [String: Int] = [:]
    /// How many plans say that they leave something unread.
    var unread = 0
    var disagreed = 0

    var description: String {
      let compared = agreed + unread + disagreed + explained.values.reduce(0, +)
      let reasons = explained.sorted { $0.key < $1.key }.map { "\($0.value) as \($0.key)" }
      return "\(compared) layout plans compared with RemoteMirror: \(agreed) agree, "
        + "\(unread) are unread in part, \(disagreed) disagree; explained: "
        + (reasons.isEmpty ? "none" : reasons.joined(separator: ", "))
    }
  }

  init(_ reader: HeapReader, mirror: RemoteMirror) {
    self.reader = reader
    self.mirror = mirror
  }

  var tally: Tally { state.withLock { $0.tally } }

  /// The disagreements about the objects of `snapshot`, which are alive, and about all types of values that
  /// were not compared before; those left out for which there is a reason.
  func disagreements(about snapshot: HeapSnapshot) -> [String] {
    state.withLock { state in
      let values = reader.layoutsOfValues(without: state.values)
      for case .value(let metadata) in values.map(\.subject) { state.values.insert(metadata) }
      return (reader.layouts(of: snapshot) + values).compactMap {
        disagreement(about: $0, tally: &state.tally)
      }
    }
  }

  private func disagreement(about layout: InspectedLayout, tally: inout Tally) -> String? {
    var difference = Difference(layout: layout, opinion: opinion(on: layout))
    if layout.isGone { return nil }
    let isUnread = layout.slots.contains { $0.kind == .unread }
    let reasons = KnownDisagreement.all.filter { $0.explain(&difference) }.map(\.reason)
    guard difference.isEmpty else {
      tally.disagreed += 1
      return difference.description
    }
    if isUnread {
      tally.unread += 1
    } else if reasons.isEmpty {
      tally.agreed += 1
    } else {
      tally.explained[reasons.joined(separator: " and "), default: 0] += 1
    }
    return nil
  }

  /// The mirror is not asked about a capture of a parameter pack: it takes the list of the pack's types for a type, and what stands
  /// in memory behind the list for the type's description. Where that leads is another place in each process.
  private func opinion(on layout: InspectedLayout) -> RemoteMirror.Opinion {
    if case .context = layout.subject, layout.name.contains("Qp") {
      return RemoteMirror.Opinion(unknown: ["a parameter pack"])
    }
    return mirror.opinion(on: layout.subject)
  }
}

extension InspectedLayout {
  /// Whether the context has gone that the mirror was to look at: a library does its work meanwhile.
  fileprivate var isGone: Bool {
    guard case .context(let address, let metadata) = subject else { return false }
    return MemoryGuard.reading { Address(address).word() } != metadata
  }
}

/// What the reader and the mirror say differently about a plan.
struct Difference: Equatable, CustomStringConvertible {
  let layout: InspectedLayout
  /// The places that only the plan has.
  var missing: Set<LayoutSlot>
  /// The places that only the mirror sees.
  var extra: [RemoteMirror.Place]
  /// What the mirror does not know.
  var unknown: [String]

  init(layout: InspectedLayout, opinion: RemoteMirror.Opinion) {
    self.layout = layout
    missing = layout.slots.subtracting(opinion.places.map(\.slot)).filter { $0.kind != .unread }
    extra = opinion.places.filter { !layout.slots.contains($0.slot) }
    unknown = opinion.unknown
    // A plan that says that it does not know everything need not be told.
    if layout.slots.contains(where: { $0.kind == .unread }) {
      extra = []
      if !unknown.isEmpty { (missing, unknown) = ([], []) }
    }
  }

  var isEmpty: Bool { missing.isEmpty && extra.isEmpty && unknown.isEmpty }

  var description: String {
    let extra = extra.map { "\($0.slot) in \($0.types.joined(separator: " > "))" }
    return
      "\(layout.name): the plan has \(missing.map(\.description).sorted()) more, the mirror has "
      + "\(extra.sorted()) more, and does not know \(unknown)"
  }
}

extension LayoutSlot: CustomStringConvertible {
  package var description: String {
    cases.map { "case \($0) " }.joined() + "\(kind) at \(offset)"
  }
}
