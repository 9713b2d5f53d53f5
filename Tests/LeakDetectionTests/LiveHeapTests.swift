import Dispatch
import LeakTesting
import Synchronization
import Testing

@testable import LeakDeciding
@testable import LeakExplaining

/// Real objects, with the real reader.
@Suite(.leakFree) struct LiveHeapTests {
  final class Parent {
    var child: Child?
    var onChange: (() -> Void)?
    var count = 0

    static let lineOfObserve = #line + 1
    func observe() { onChange = { self.count += 1 } }

    static let lineOfObserveAdding = #line + 1
    func observe(adding step: Int) { onChange = { self.count += step } }

    func observeWeakly() { onChange = { [weak self] in self?.count += 1 } }
  }

  final class Child {
    var parent: Parent?
    weak var owner: Parent?
    unowned(unsafe) var source: Parent?
  }

  final class Node: Sendable {}

  private static func family() -> Parent {
    let parent = Parent()
    let child = Child()
    parent.child = child
    child.parent = parent
    return parent
  }

  /// The grace of the tests in which nothing is waited for: were it used up, the test would not end in time.
  private static let never = Duration.seconds(3600)
  /// The grace of the others. That cycles are not waited for is seen in a process where nothing else goes on: here a word that was
  /// left in memory may be the address of one.
  private static let short = Duration.milliseconds(50)

  /// The texts of the findings, without their advice.
  private static func texts(_ report: LeakReport) -> [String] {
    report.leaks.map { leak in
      leak.path.map { "\(leak.count) \(leak.typeName)\n\($0)" } ?? leak.description
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `Objects that go are not waited for`() async {
    let report = await LeakDetector.detect(within: Self.never) {
      let parent = Parent()
      parent.observeWeakly()
      parent.child = Child()
      parent.child?.owner = parent
      return parent
    }
    #expect(report == LeakReport(leaks: []))
  }

  @Test func `A cycle of two objects is leaked`() async {
    let report = await LeakDetector.detect(within: Self.short) { Self.family() }
    #expect(
      report.description == """
        LiveHeapTests.Parent leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ LiveHeapTests.Parent
          │    .child: LiveHeapTests.Child
          │    .parent: LiveHeapTests.Parent   LiveHeapTests.swift:26
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ LiveHeapTests.Parent

          Try weak var on LiveHeapTests.Child.parent, or on LiveHeapTests.Parent.child: the code does not tell which of the two owns the other.
          pattern mutual-references (swift run leakcases show owners/target-container)
          fingerprint \(report.leaks.first?.fingerprint ?? "")
        """)
  }

  @Test func `A closure over self is leaked, with and without a context of its own`() async {
    func text(_ function: String, line: Int) -> String {
      // A line has at most 100 columns.
      let separator = function.count > 9 ? "\n  │    " : " "
      return """
        1 LeakDetectionTests.LiveHeapTests.Parent
          ╭→ LiveHeapTests.Parent
          │    .onChange
          │    closure #1 in LiveHeapTests.Parent.\(function)   LiveHeapTests.swift:\(line)
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\(String(repeating: "~", count: function.count))\(separator)\
        captures LiveHeapTests.Parent (self) strongly
          ╰─ LiveHeapTests.Parent
        """
    }
    let direct = await LeakDetector.detect(within: Self.short) {
      let parent = Parent()
      parent.observe()
      return parent
    }
    #expect(Self.texts(direct) == [text("observe()", line: Parent.lineOfObserve)])
    let withContext = await LeakDetector.detect(within: Self.short) {
      let parent = Parent()
      parent.observe(adding: 3)
      return parent
    }
    #expect(Self.texts(withContext) == [text("observe(adding:)", line: Parent.lineOfObserveAdding)])
  }

  @Test func `A cycle that a weak reference leads to gets its time`() async throws {
    let tracked = TrackedObject(Self.family(), location: CodeLocation())
    weak let observer = tracked.retained(as: Parent.self)
    let look = try HeapLook(at: tracked)
    #expect(look.judgement(of: 0) == .leaked(grade: .typedReference, isFinal: false))
    let verdict = await LeakCheck.verdicts(on: [tracked], within: .milliseconds(2))[0]
    #expect(verdict == .leaked(try #require(LookExplainer(look).path(toLeakAt: 0))))
    observer?.child = nil
    #expect(await LeakCheck.verdicts(on: [tracked], within: Self.never) == [.deinitialized])
  }

  @Test func `A weak reference that is gone takes no time`() throws {
    let tracked = TrackedObject(Self.family(), location: CodeLocation())
    do {
      weak let observer = tracked.retained(as: Parent.self)
      #expect(observer != nil)
    }
    #expect(try Judgement.look(at: tracked) == .leaked(grade: .typedReference, isFinal: true))
    tracked.retained(as: Parent.self)?.child = nil
    #expect(!tracked.isAlive)
  }

  // The main queue cannot run before the check, which is on the main actor too, suspends.

  @Test @MainActor func `A cycle that is broken in time is late`() async {
    let tracked = TrackedObject(Self.family(), location: CodeLocation())
    weak let observer = tracked.retained(as: Parent.self)
    DispatchQueue.main.async { tracked.retained(as: Parent.self)?.child = nil }
    let verdict = await LeakCheck.verdicts(on: [tracked], within: Self.never)[0]
    guard case .late(let duration, _) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    #expect(duration > .zero)
    #expect(observer == nil)
  }

  @Test @MainActor func `What a block on the main queue holds is late`() async {
    let tracked = Self.trackedByMainQueue()
    let report = LeakReport(
      on: [tracked], verdicts: await LeakCheck.verdicts(on: [tracked], within: Self.never))
    #expect(report.leaks == [])
    #expect(report.late.map(\.timelessText) == ["LiveHeapTests.Node went late."])
  }

  /// An object that a block on the main queue holds, and nothing else.
  @inline(never)
  private static func trackedByMainQueue() -> TrackedObject {
    let node = Node()
    DispatchQueue.main.async { withExtendedLifetime(node) {} }
    return TrackedObject(node, location: CodeLocation())
  }

  @Test func `What is stored elsewhere is held`() async {
    let shelf = Mutex<[Node]>([])
    let report = await LeakDetector.detect(within: .milliseconds(1)) {
      let nodes = [Node(), Node()]
      shelf.withLock { $0 = nodes }
      return nodes
    }
    #expect(!report.leaks.contains { !$0.isHeld })
    #expect(report.leaks.map(\.count).reduce(0, +) == 2)
    #expect(shelf.withLock { $0.count } == 2)
  }

  @Test func `A cycle that is held from outside is held`() async {
    final class Shelf: @unchecked Sendable {
      var parent: Parent?
    }
    let shelf = Shelf()
    let report = await LeakDetector.detect(within: .milliseconds(1)) {
      shelf.parent = Self.family()
      return shelf.parent?.child
    }
    #expect(report.leaks.map(\.isHeld) == [true])
    shelf.parent?.child = nil
  }

  @Test(.timeLimit(.minutes(5)))
  func `Cancellation changes no verdict`() async {
    let release = Mutex<[Node]>([])
    let check = Task {
      while !Task.isCancelled { await Task.yield() }
      return await LeakDetector.detect(within: .seconds(60)) {
        let node = Node()
        release.withLock { $0 = [node] }
        return node
      }
    }
    check.cancel()
    try? await Task.sleep(for: .milliseconds(5))
    while release.withLock({ $0.isEmpty }) { await Task.yield() }
    release.withLock { $0 = [] }
    // Gone before the first look, or late: in no case held, and in no case waited for to the end.
    #expect(await check.value.leaks == [])
  }
}

extension LiveHeapTests {
  final class Page {
    lazy var footer: Footer? = Footer(page: self)
  }

  final class Footer {
    static let lineOfPage = #line + 1
    var page: Page?
    init(page: Page) { self.page = page }
  }

  @Test func `A lazy property cannot be weak`() async {
    let report = await LeakDetector.detect(within: Self.short) {
      let page = Page()
      _ = page.footer
      return page
    }
    // Of the two optional properties, only the one that can be weak is blamed.
    #expect(
      report.leaks.first?.suspect
        == .property(
          .init(
            owner: "LeakDetectionTests.LiveHeapTests.Footer", path: "page",
            target: "LeakDetectionTests.LiveHeapTests.Page",
            line: .init(file: "LiveHeapTests.swift", line: Footer.lineOfPage))))
  }
}

extension Leak {
  fileprivate var isHeld: Bool { if case .held = verdict { true } else { false } }
}
