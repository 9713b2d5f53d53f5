import LeakTesting
import Testing

@testable import LeakExplaining

/// The whole text of each kind of finding.
@Suite(.leakFree) struct LeakTextTests {
  private static func leak(
    _ verdict: Verdict, label: String? = nil, count: Int = 1
  ) -> Leak {
    Leak(
      typeName: "Shop.Controller", label: label, count: count, verdict: verdict,
      location: CodeLocation())
  }

  @Test func `A retain cycle`() throws {
    let path = try #require(HeapSketch.workItem().path())
    #expect(
      Self.leak(.leaked(path)).description == """
        Controller leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ Controller
          │    .workItem: DispatchWorkItem
          │    closure #1 in Controller.scheduleRefresh()   Controller.swift:41
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures Controller (self) strongly
          ╰─ Controller

          Try [weak self] in the closure at Controller.swift:41. Neither performing nor cancelling a work item frees its closure. If a closure nested inside it says [weak self], move that capture list out here.
          pattern stored-work-item (swift run leakcases show work-items/stored-work-item)
          fingerprint 7c84a4a1
        """)
  }

  @Test func `A retain cycle of one reference, of several instances with a label`() throws {
    var heap = HeapSketch()
    let node = heap.instance("Shop.Node")
    heap.refer(node, to: node, .property("next", canBeWeak: true))
    let path = try #require(heap.path())
    #expect(
      Self.leak(.leaked(path), label: "main", count: 3).description == """
        Controller "main" leaked: 3 instances are kept alive by a retain cycle of 1 strong reference.

          ╭→ Node
          │    .next: Node
          │    ~~~~~~~~~~~
          ╰─ Node

          Try weak var on Node.next, or set it to nil when the Node is no longer needed.
          pattern self-reference (swift run leakcases show owners/self-reference)
          fingerprint d9f7cf2b
        """)
  }

  @Test func `Late`() {
    #expect(
      Self.leak(.late(after: .milliseconds(1_006))).description
        == "Controller went late by 1.01 s.")
    #expect(
      Self.leak(.late(after: .milliseconds(250)), count: 2).description
        == "Controller went late by up to 0.25 s, 2 instances.")
    let holder = Holder.place(HoldingPlace(.delayedBlock, dueWithin: 1), path: HoldingPath())
    let held = Self.leak(.late(after: .milliseconds(510), heldBy: [holder]))
    #expect(
      held.description
        == "Controller went late by 0.51 s, held meanwhile by a block that asyncAfter is to run within 1 s."
    )
    #expect(
      held.timelessText
        == "Controller went late, held meanwhile by a block that asyncAfter is to run within 1 s.")
  }

  @Test func `Held`() {
    #expect(
      Self.leak(.held(by: [.unknown(1)])).description == """
        Controller is held: 1 instance is kept alive by 1 reference from outside the objects it reaches.

          Something outside still owns it: a pending block, a timer, a running task, a global, or a variable still in scope. End that work or clear that variable before the check, or allow more time.
        """)
    #expect(
      Self.leak(.held(by: [.unknown(2), .unread("the fields of Shop.Legacy"), .unread("a block")]))
        .description == """
          Controller is held: 1 instance is kept alive by 2 references from outside the objects it reaches.

            Something outside still owns it: a pending block, a timer, a running task, a global, or a variable still in scope. End that work or clear that variable before the check, or allow more time.
            Could not read: the fields of Shop.Legacy; a block. The reference may be in there.
          """)
    #expect(
      Self.leak(.held(by: [.unknown(1)]), count: 2).description == """
        Controller is held: 2 instances are kept alive by 1 reference each from outside the objects they reach.

          Something outside still owns it: a pending block, a timer, a running task, a global, or a variable still in scope. End that work or clear that variable before the check, or allow more time.
        """)
  }

  @Test func `Inconclusive, and gone`() {
    #expect(
      Self.leak(.inconclusive("other threads changed the objects while they were read"), label: "a")
        .description
        == "Controller \"a\": inconclusive, because other threads changed the objects while they were read."
    )
    #expect(Self.leak(.deinitialized).description == "Controller is gone.")
  }

  @Test func `A report is its findings, with an empty line between two`() {
    #expect(LeakReport(leaks: []).description == "No leaks.")
    #expect(
      LeakReport(leaks: [Self.leak(.inconclusive("of that")), Self.leak(.inconclusive("of this"))])
        .description == """
          Controller: inconclusive, because of that.

          Controller: inconclusive, because of this.
          """)
    #expect(
      LeakReport(leaks: [], late: [Self.leak(.late(after: .seconds(2)))]).description == """
        No leaks.

        Controller went late by 2.00 s.
        """)
  }
}
