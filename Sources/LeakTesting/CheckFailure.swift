import LeakBase
import LeakDetection
import LeakReporting

/// What a check tells the test framework.
struct CheckFailure: Sendable, Hashable {
  /// The whole text.
  var text: String
  /// The line that fails.
  var location: CodeLocation
  /// Whether the test passes all the same.
  var isWarning = false
  /// What was found; `nil` where the check itself is at fault.
  var leak: Leak?
  /// What a report of the run says of it.
  var finding: RunReport.Finding?
  /// What is wrong with how the kit is used, which only one failure tells.
  var mistake: MistakeToldOnce?
}

/// What is wrong with a whole run, or with a line that may run many times.
enum MistakeToldOnce: Sendable, Hashable {
  /// The grace that the run's environment asks for is none.
  case grace
  /// The list of known leaks cannot be read.
  case list
  /// What a line asks for, as a sentence says it.
  case option(String, at: CodeLocation)
}

extension CheckFailure {
  /// Adds what was told to the report of the run.
  ///
  /// - Parameter known: What the test itself says of a failure that it expects.
  func noteFinding(as known: KnownIssue? = nil) {
    guard var finding else { return }
    if let known {
      finding.standing = .known
      finding.reason = known.comment
    }
    finding.note()
  }
}

extension CheckFailure {
  /// The text as test frameworks print it.
  var shownText: String { Self.columns.map(shownText(inColumns:)) ?? text }

  /// The text with the lines behind the first one broken at words: some columns are the frameworks', which also print something
  /// before the first line.
  func shownText(inColumns columns: Int) -> String {
    guard let end = text.firstIndex(of: "\n") else { return text }
    return text[..<end] + String(text[end...]).wrapped(to: columns - Self.columnsOfFrameworks)
  }

  private static let columnsOfFrameworks = 2

  /// The width that the environment variable `COLUMNS` asks for: the processes of tests have no terminal that could be asked.
  private static let columns = columns(in: ProcessEnvironment.value(of: "COLUMNS"))

  /// `nil` where that is no width, or none that a report is legible in.
  static func columns(in setting: String?) -> Int? {
    setting.flatMap { Int($0) }.flatMap { $0 >= 40 ? $0 : nil }
  }
}

extension CheckFailure {
  /// Tells it, and in the report of the run what was found, at another line.
  mutating func move(to place: CodeLocation) {
    location = place
    leak?.location = place
    finding?.leak.location = place
  }
}

extension CheckFailure {
  /// What is told of `leak`, at its own line.
  init(_ leak: Leak, isWarning: Bool = false) {
    self.init(
      text: leak.report, location: leak.location, isWarning: isWarning, leak: leak)
  }
}

extension [CheckFailure] {
  /// Those of `leaks` that are reported, since they are not known.
  func leaks(among leaks: [Leak]) -> [Leak] {
    let reported = Set(compactMap(\.leak))
    return leaks.filter(reported.contains)
  }

  /// Reports them, each leak after a stop in the debugger where that is asked for.
  func send(to report: (CheckFailure) -> Void) {
    for failure in self {
      if let leak = failure.leak, !failure.isWarning { DebuggerStop.stop(before: leak) }
      report(failure)
    }
  }
}

extension CheckFailure {
  /// What is told of `leak`, which a library has made.
  init(ofLibrary leak: Leak) {
    self.init(leak, isWarning: true)
    text +=
      "\n  It fails a test only if the test named the object. It is reported once per process."
  }

  /// Whether a leak of the same library has not been told of yet in this process.
  func takeFirstReport() -> Bool {
    guard isWarning, let library = leak?.libraryLeak else { return true }
    return Self.reportedLibraryLeaks.withLock { $0.insert(library).inserted }
  }

  private static let reportedLibraryLeaks = VisibleMutex<Set<LibraryLeak>>([])
}

extension CheckFailure {
  /// Tells of it on standard error as compilers tell of warnings, with the test's name where that is known: for XCTest, and for
  /// the Swift Testing of Swift 6.2, which have no warnings.
  func warnOnStandardError() {
    let name = RunningTest.name.map { "in \($0): " } ?? ""
    StandardError.warn(name + shownText, at: location.place)
  }
}
