import LeakBase
import LeakDeciding
import LeakExplaining
import Synchronization

/// Knows which leaks are lived with, and which of them the tests of this process have shown.
package final class LeakLedger: Sendable {
  /// The ledger of the process.
  package static let shared = LeakLedger()

  /// Whether this run puts what it finds on the list: the environment variable `LEAK_TESTING_RECORD` is `1`.
  package static let isRecording =
    Switch.isOn("LEAK_TESTING_RECORD", otherwise: "Nothing is recorded.")

  /// What a leak is to the ones who run the tests.
  package enum Standing: Sendable, Hashable {
    /// It fails the test.
    case new
    /// It is lived with; the reason, where one is given.
    case known(String?)
    /// It was, until a day that has passed: it fails the test, with this sentence.
    case expired(String)
    /// It has been put on the list at this path just now.
    case recorded(String)
  }

  private struct State {
    var file: KnownLeakFile?
    /// `nil` until it was looked for.
    var list: Result<KnownLeakList, KnownLeakListError>?
    var isErrorReported = false
    var isErrorWritten = false
    /// The fingerprints of known leaks by the tests that have shown them.
    var shown: [String: Set<String>] = [:]
    /// The types of the objects that tests have been told of, whatever is said of them.
    var told: [String: Set<String>] = [:]
    /// What checks of the tests do not report: of a type that this covers nobody knows.
    var ignored: [String: Set<IgnoredLeak>] = [:]

    /// The known leaks of `list` that `test` should have shown, with those that it may have, and whether a check may have passed over
    /// each.
    func unshown(in test: String, of list: KnownLeakList) -> [(leak: KnownLeak, isIgnored: Bool)] {
      let shown = shown[test] ?? []
      let told = told[test] ?? []
      let ignored = Array(ignored[test] ?? [])
      return list.leaks.filter {
        $0.tests.contains(test) && $0.intermittent != true && !shown.contains($0.fingerprint)
          && !told.contains($0.type)
      }.map { ($0, ignored.cover($0.type)) }
    }
  }

  private let state: VisibleMutex<State>
  private let orderOfList = Atomic(false)

  /// Whether the list was looked for, and nothing is wrong with it: each check asks that.
  package var isInOrder: Bool { orderOfList.load(ordering: .acquiring) }

  private let isRecording: Bool

  /// - Parameters:
  ///   - file: The list; `nil` for the one that is found beside the package.
  ///   - isRecording: Whether what is found is put on the list.
  init(_ file: KnownLeakFile? = nil, isRecording: Bool = LeakLedger.isRecording) {
    state = VisibleMutex(State(file: file))
    self.isRecording = isRecording
  }

  private func list(near source: String, _ state: inout State) -> KnownLeakList {
    if state.list == nil {
      state.file = state.file ?? KnownLeakFile(near: source)
      state.list =
        state.file.map { file in Result(catching: file.read) }
        ?? (isRecording ? .failure(.noPlaceToRecord) : .success(KnownLeakList()))
      noteOrder(state)
    }
    return (try? state.list?.get()) ?? KnownLeakList()
  }

  /// Where the list is, where it was looked for.
  package var path: String? { state.withLock { $0.file?.path } }

  /// What is wrong with the list, the first time that somebody asks who fails a test by it.
  ///
  /// - Parameter source: The file of the check that asks.
  package func takeError(near source: String) -> KnownLeakListError? {
    if isInOrder { return nil }
    return state.withLock { state in
      guard !state.isErrorReported, let error = error(near: source, &state) else { return nil }
      state.isErrorReported = true
      return error
    }
  }

  /// Forgets that somebody was told what is wrong with the list.
  package func tellErrorAgain() { state.withLock { $0.isErrorReported = false } }

  /// What is wrong with the list, if nobody has said so: for a check that can fail no test. A test fails by it all the same.
  package func takeErrorToWrite(near source: String) -> KnownLeakListError? {
    state.withLock { state in
      guard !state.isErrorReported, !state.isErrorWritten, let error = error(near: source, &state)
      else { return nil }
      state.isErrorWritten = true
      return error
    }
  }

  private func error(near source: String, _ state: inout State) -> KnownLeakListError? {
    _ = list(near: source, &state)
    guard case .failure(let error) = state.list else { return nil }
    return error
  }

  /// Whether `leak` is lived with, which a check with these `ignored` leaks has found.
  package func isKnown(_ leak: Leak, ignoring ignored: [IgnoredLeak]) -> Bool {
    if case .known = standing(of: leak, ignoring: ignored, in: nil, isWarning: true) { return true }
    return false
  }

  /// What `leak` is, which a check with these `ignored` leaks has found in `test`.
  ///
  /// - Parameters:
  ///   - isWarning: whether it fails no test anyway: then it is not put on the list.
  ///   - namesTest: whether an entry names the test, which then must show the leak in every run.
  package func standing(
    of leak: Leak, ignoring ignored: [IgnoredLeak], in test: String?, isWarning: Bool = false,
    namesTest: Bool = true
  ) -> Standing {
    let named = namesTest ? test : nil
    // What could not be told is nothing that can be lived with.
    let records = isRecording && !isWarning && !leak.isInconclusive
    let ignored = ignored.filter { $0.mistakes.isEmpty && $0.coversPart(of: leak) }
    let lasting = ignored.filter { !CalendarDay.today.isAfter($0.end) }
    if lasting.cover(leak) {
      _ = state.withLock { note(leak, in: test, &$0) }
      let whole = lasting.first { [$0].cover(leak) }
      return .known((whole ?? lasting.first { $0.reason != nil })?.reason)
    }
    var expired: Standing?
    if ignored.cover(leak), let entry = ignored.last(where: { CalendarDay.today.isAfter($0.end) }) {
      expired = .expired(
        Self.sentence(until: entry.end, because: entry.reason, in: "where it is ignored"))
    }
    return state.withLock { state in
      if let entry = note(leak, in: test, &state) {
        guard CalendarDay.today.isAfter(entry.until) else {
          if let named, records, !entry.tests.contains(named) {
            return record(leak, in: named, &state)
          }
          return .known(entry.givenReason)
        }
        expired = .expired(
          Self.sentence(until: entry.until, because: entry.givenReason, in: "in the list"))
      }
      if let expired { return expired }
      return records ? record(leak, in: named, &state) : .new
    }
  }

  /// The entry for `leak` on the list, which `test` has shown then, whatever else is said of it.
  private func note(_ leak: Leak, in test: String?, _ state: inout State) -> KnownLeak? {
    let list = list(near: leak.location.filePath, &state)
    var entry = list.leak(leak.fingerprint)
    if let test {
      state.told[test, default: []].insert(leak.typeName)
      // What a guess holds may be the same retain that was lost: a word somewhere that was left over decides which of them is told.
      if entry == nil, let lost = leak.lostRetainFingerprint.flatMap(list.leak),
        lost.tests.contains(test)
      {
        entry = lost
      }
      if let entry { state.shown[test, default: []].insert(entry.fingerprint) }
    }
    return entry
  }

  private func noteOrder(_ state: borrowing State) {
    if case .success = state.list {
      orderOfList.store(true, ordering: .releasing)
    } else {
      orderOfList.store(false, ordering: .releasing)
    }
  }

  /// - Parameter place: Where the day stands.
  private static func sentence(
    until end: String?, because reason: String?, in place: String
  ) -> String {
    "It was known until \(end ?? "")\(reason.map { " (\($0))" } ?? ""): that day has passed. "
      + "Mend the leak, or write a later day \(place)."
  }

  /// Puts `leak` on the list. It is new where that cannot be done, and the error is told with it.
  private func record(_ leak: Leak, in test: String?, _ state: inout State) -> Standing {
    guard let file = state.file else { return .new }
    let entry = KnownLeak(leak, in: test, since: .today)
    guard update(file, &state, { $0.add(entry) }) else { return .new }
    if let test { state.shown[test, default: []].insert(leak.fingerprint) }
    return .recorded(file.path)
  }

  /// Whether the list could be changed.
  private func update(
    _ file: KnownLeakFile, _ state: inout State, _ change: (inout KnownLeakList) -> Void
  ) -> Bool {
    do throws(KnownLeakListError) {
      state.list = .success(try file.update(change))
      noteOrder(state)
      return true
    } catch {
      // What has been told is not told again of each leak that is to be put on the list.
      if state.list != .failure(error) {
        state.list = .failure(error)
        state.isErrorReported = false
        state.isErrorWritten = false
        noteOrder(state)
      }
      return false
    }
  }

  /// Whether there can be known leaks that a test should have shown, and has not.
  ///
  /// - Parameter source: The file of the test.
  package func mayMissLeaks(near source: String) -> Bool {
    isRecording || state.withLock { !list(near: source, &$0).leaks.isEmpty }
  }

  /// Whether a known leak is one that `test` should show.
  ///
  /// - Parameter source: The file of the test.
  package func asksFor(_ test: String, near source: String) -> Bool {
    state.withLock { list(near: source, &$0).leaks.contains { $0.tests.contains(test) } }
  }

  /// Notes what a check of `test` does not report.
  package func noteIgnored(_ ignored: [IgnoredLeak], in test: String) {
    state.withLock { $0.ignored[test, default: []].formUnion(ignored) }
  }

  /// Whether `test` may have a known leak that a check of it has passed over: it is neither there for certain nor gone.
  package func mayHideLeaks(of test: String) -> Bool {
    state.withLock { state in
      guard case .success(let list)? = state.list else { return false }
      return state.unshown(in: test, of: list).contains { $0.isIgnored }
    }
  }

  /// The known leaks that `test` should show and that are not gone, although a finding need not have their fingerprint: it has told
  /// another leak of the type, or what may be the same retain.
  package func fingerprintsNotGone(from test: String) -> [String] {
    state.withLock { state in
      guard case .success(let list)? = state.list else { return [] }
      let gone = Set(
        state.unshown(in: test, of: list).lazy.filter { !$0.isIgnored }.map(\.leak.fingerprint))
      return list.leaks.lazy.filter { $0.tests.contains(test) && $0.intermittent != true }
        .map(\.fingerprint).filter { !gone.contains($0) }
    }
  }

  /// Ends `test`, which has not failed by itself: the known leaks that it should have shown and has not. One of whose type it has told
  /// another leak may be there as well, and one that its checks do not report.
  ///
  /// Where this run records, they are taken off the list instead.
  package func end(of test: String, near source: String) -> [MissingLeak] {
    state.withLock { state in
      let list = list(near: source, &state)
      let missing = state.unshown(in: test, of: list).filter { !$0.isIgnored }.map(\.leak)
      guard !missing.isEmpty, let file = state.file else { return [] }
      guard isRecording else { return missing.map { MissingLeak(leak: $0, list: file.path) } }
      let fingerprints = Set(missing.map(\.fingerprint))
      _ = update(file, &state) { $0.remove(test, fromLeaks: fingerprints) }
      return []
    }
  }
}

extension Leak {
  /// Whether it could not be told what keeps the object.
  fileprivate var isInconclusive: Bool {
    if case .inconclusive = verdict { true } else { false }
  }

  /// The fingerprint that the leak had if nothing held the object; `nil` where that is sure to be held.
  fileprivate var lostRetainFingerprint: String? {
    guard case .held(let holders) = verdict, !holders.isEmpty, holders.allSatisfy(\.isProbable)
    else { return nil }
    return RetainPath(lostRetainsOf: typeName).fingerprint
  }
}

/// A known leak that a test should have shown, and has not.
package struct MissingLeak: Sendable, Hashable, CustomStringConvertible {
  package var leak: KnownLeak
  package var list: String

  package var description: String {
    """
    The known leak \(leak.fingerprint) of \(leak.type) is gone: this test has ended without it.

      \(leak.reference)

      Take the test off its entry in \(list), or run with LEAK_TESTING_RECORD=1, which does that. If the test shows \
    it only now and then, add "intermittent": true there.
    """
  }
}

extension KnownLeakList {
  /// Takes `test` off the entries with these fingerprints, and those off that no test is left of.
  mutating func remove(_ test: String, fromLeaks fingerprints: Set<String>) {
    for index in leaks.indices where fingerprints.contains(leaks[index].fingerprint) {
      leaks[index].tests.removeAll { $0 == test }
    }
    leaks.removeAll { fingerprints.contains($0.fingerprint) && $0.tests.isEmpty }
  }
}
