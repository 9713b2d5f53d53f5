import LeakTesting
import Synchronization
import Testing

/// A list that closures fill.
final class Log<Element: Sendable>: Sendable {
  private let storage = Mutex<[Element]>([])
  var elements: [Element] { storage.withLock { $0 } }
  func append(_ element: Element) { storage.withLock { $0.append(element) } }
}

extension Log<String> {
  /// Adds the text of `issue`.
  fileprivate func note(_ issue: Issue) {
    if let failure = issue.error as? LeakFailure { append(failure.testDescription) }
    if let failure = issue.error as? LeakCheckFailure { append(failure.testDescription) }
    for comment in issue.comments { append(comment.rawValue) }
  }
}

/// The texts of the issues that `body` records, which fail nothing.
func issues(from body: () throws -> Void) -> [String] {
  let log = Log<String>()
  withKnownIssue(isIntermittent: true) {
    do { try body() } catch { log.append("threw \(error)") }
  } matching: { issue in
    log.note(issue)
    return true
  }
  return log.elements
}

/// The texts of the issues that `body` records, which fail nothing.
func asyncIssues(
  isolation: isolated (any Actor)? = #isolation, from body: () async throws -> Void
) async -> [String] {
  let log = Log<String>()
  await withKnownIssue(isIntermittent: true) {
    do { try await body() } catch { log.append("threw \(error)") }
  } matching: { issue in
    log.note(issue)
    return true
  }
  return log.elements
}

extension String {
  /// What is said of so many radios, each of which captures itself.
  static func radioLeaked(_ name: String = "Radio", count: Int = 1) -> String {
    let extent = count == 1 ? "" : " (\(count) instances)"
    let cause =
      count == 1
      ? "1 instance is kept alive by a retain cycle of 2 strong references."
      : "\(count) instances are kept alive by \(count) retain cycles that one change breaks."
    return """
      \(name) leaked\(extent): closure #1 in Radio.loop() \
      (Fixtures.swift:\(Radio.lineOfLoop)) captures self strongly
      \(cause)

        ╭→ Radio
        │    .onFinish
        │    closure #1 in Radio.loop()   Fixtures.swift:\(Radio.lineOfLoop)
        │    ~~~~~~~~~~~~~~~~~~~~~~~~~~ captures Radio (self) strongly
        ╰─ Radio

        Try [weak self] in the closure at Fixtures.swift:\(Radio.lineOfLoop).
        pattern stored-closure (swift run leakcases show closures/stored-closure)
        fingerprint e607bb5e
      """
  }

  /// What is told of a radio that a scope found, whose allocation it has recorded.
  static func radioFound(_ name: String = "Radio", count: Int = 1) -> String {
    radioLeaked(name, count: count).replacing(
      "\n  pattern ",
      with: "\n  created in Radio.leaking(), Fixtures.swift:\(Radio.lineOfLeaking)\n  pattern ")
  }

  static let nothingToCheck = """
    expectDeallocated had nothing to check: its body returned no object and tracked none. Return the object \
    that must go, or pass it to trackForLeaks(_:) inside the body.
    """
}
