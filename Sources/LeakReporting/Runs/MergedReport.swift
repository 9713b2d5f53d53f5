import Foundation
import LeakDetection

/// What several processes have found, one entry for each cause.
package struct MergedReport: Sendable, Hashable {
  /// What a cause is, of all processes.
  package enum Standing: String, Sendable, Hashable, Codable, CaseIterable {
    case new
    case expired
    case known
    /// On the list, and shown by none of the tests that should show it, all of which were checked.
    case gone
    /// Told as a warning only.
    case warning
  }

  /// A cause.
  package struct Cause: Sendable, Hashable {
    package var standing: Standing
    package var fingerprint: String
    /// The finding in one line; of what has gone, its entry.
    package var headline: String
    /// Why it is lived with, where that is said; of what is expired, a sentence that says until when it was.
    package var reason: String?
    /// The tests that show it, sorted; of what has gone, those that should.
    package var tests: [String]
    /// How many instances all tests together have left.
    package var instances: Int
    /// One of the findings; `nil` for what has gone.
    package var leak: Leak?
  }

  /// New ones first, and then in the order of ``Standing``; among those by their headlines.
  package var causes: [Cause]

  /// The number of processes.
  package var processes: Int

  /// - Parameters:
  ///   - runs: What the processes have found.
  ///   - known: The list of known leaks.
  package init(_ runs: [RunReport], known: [KnownLeak]) {
    processes = runs.count
    let findings = Dictionary(grouping: runs.flatMap(\.findings), by: \.leak.fingerprint)
    var causes = findings.map { Cause($1, fingerprint: $0) }
    let checked = Set(runs.flatMap(\.checkedTests))
    let notGone = Set(runs.flatMap { $0.notGone ?? [] })
    for entry in known where findings[entry.fingerprint] == nil && entry.intermittent != true {
      guard !entry.tests.isEmpty, checked.isSuperset(of: entry.tests),
        !notGone.contains(entry.fingerprint)
      else { continue }
      causes.append(
        Cause(
          standing: .gone, fingerprint: entry.fingerprint,
          headline: "\(entry.type): \(entry.reference)", reason: entry.givenReason,
          tests: entry.tests, instances: 0))
    }
    let order = Standing.allCases
    self.causes = causes.sorted { one, other in
      let places = [one, other].map { order.firstIndex(of: $0.standing) ?? 0 }
      return (places[0], one.headline, one.fingerprint)
        < (places[1], other.headline, other.fingerprint)
    }
  }

  /// All in one line: `7 leaks in 23 tests: 1 new, 6 known`.
  package var summary: String {
    let leaks = causes.filter(\.isLeak)
    return Self.summary(
      of: Dictionary(grouping: causes, by: \.standing).mapValues(\.count), leaks: leaks.count,
      inTests: Set(leaks.flatMap(\.tests)).count)
  }

  /// So many causes of each standing in one line. The tests are left out where none is known.
  ///
  /// - Parameter leaks: How many of the causes are leaks; `nil` for all but what is gone.
  package static func summary(
    of counts: [Standing: Int], leaks: Int? = nil, inTests tests: Int
  ) -> String {
    let leaks = leaks ?? counts.reduce(0) { $1.key == .gone ? $0 : $0 + $1.value }
    let parts = Standing.allCases.compactMap { standing -> String? in
      guard let count = counts[standing], count > 0 else { return nil }
      return standing == .warning ? counted(count, "warning") : "\(count) \(standing.rawValue)"
    }
    let place = tests == 0 ? "" : " in \(counted(tests, "test"))"
    let head = leaks == 0 ? "No leaks" : counted(leaks, "leak") + place
    return parts.isEmpty ? head : "\(head): \(parts.joined(separator: ", "))"
  }
}

extension MergedReport.Cause {
  /// Whether it is a leak: neither gone, nor a warning of an object that went late, or that a variable keeps which is there for that.
  fileprivate var isLeak: Bool {
    switch standing {
    case .new, .expired, .known: true
    case .gone: false
    case .warning: !(leak?.verdict.isNoLeak ?? false)
    }
  }

  /// ``reason`` as a line of its own.
  package var remark: String? {
    reason.map { standing == .known || standing == .gone ? "because: \($0)" : $0 }
  }
}

extension MergedReport.Standing {
  /// That of a cause whose findings have these.
  package init(_ standings: Set<RunReport.Standing>) {
    self =
      standings.contains(.new)
      ? .new : standings.contains(.expired) ? .expired : standings.isEmpty ? .warning : .known
  }

  /// Whether it fails its tests.
  package var isToBeMended: Bool { self == .new || self == .expired }
}

extension MergedReport.Cause {
  /// What all findings with one fingerprint say.
  fileprivate init(_ findings: [RunReport.Finding], fingerprint: String) {
    let leaks = findings.map(\.leak)
    let standing = MergedReport.Standing(
      Set(findings.filter { !$0.isWarning }.map(\.standing)))
    self.standing = standing
    self.fingerprint = fingerprint
    // The same one whatever the order of the processes and of their tests.
    let first = leaks.min { one, other in
      (one.headline, one.description, one.place) < (other.headline, other.description, other.place)
    }
    leak = first
    headline = first?.headline ?? fingerprint
    // Where one finding is new, that another one is known says nothing of it.
    reason =
      findings.lazy.filter { finding in
        standing == .warning || MergedReport.Standing([finding.standing]) == standing
      }.compactMap(\.reason).first
    tests = Set(findings.compactMap(\.test)).sorted()
    instances = leaks.reduce(0) { $0 + $1.count }
  }
}

extension Verdict {
  /// Whether it is told only where that was asked for.
  fileprivate var isNoLeak: Bool {
    switch self {
    case .late, .deinitialized: true
    case .held: isHeldByGlobal
    case .leaked, .inconclusive: false
    }
  }
}

extension Leak {
  /// Where its test is, to tell findings of several tests apart.
  fileprivate var place: String {
    // Numbers of one width are in the order of their texts.
    location.fileID + String(format: ":%08d:%08d", location.line, location.column)
  }
}
