import Dispatch
import LeakTesting
import TestOrder
import Testing

/// Objects that several others keep: none of these alone.
@Suite(.slow, .serialized) struct SharedObjectTests {
  private final class Node: Sendable {}

  private final class Store {
    nonisolated(unsafe) static let shared = Store()
    var nodes: [Node] = []
  }

  private final class Index {
    nonisolated(unsafe) static let shared = Index()
    var nodes: [Node] = []
  }

  /// Both are made in the first iteration.
  @Test func growsInTwoPlaces() async {
    let told = await asyncIssues {
      await expectNoGrowth {
        let node = Node()
        Store.shared.nodes.append(node)
        Index.shared.nodes.append(node)
      }
    }
    #expect(
      told == [
        """
        SharedObjectTests.Node grew from 2 to 9 live instances over 7 iterations.

          warm-up  2 ██
                1  3 ███
                2  4 ████
                3  5 █████
                4  6 ██████
                5  7 ███████
                6  8 ████████
                7  9 █████████

          One of them:

          SharedObjectTests.Node is cached: 1 instance is kept alive by static SharedObjectTests.Store.shared.
        """
      ])
  }

  private final class Legacy { var onEnd: (() -> Void)? }

  private final class Connection: Sendable { func flush() {} }

  private final class Job: Sendable {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    func run() {
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { [connection] in
        connection.flush()
      }
    }
  }

  /// It is waited for, as long as it takes.
  @Test func isWaitedForWhereSomethingElseIsIgnored() async {
    let told = await asyncIssues {
      await expectNoLeaks(ignoring: [.type(Legacy.self)]) {
        let connection = Connection()
        for _ in 0..<2 {
          let job = Job(connection)
          DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { job.run() }
        }
      }
    }
    #expect(told == [])
  }

  private final class Holder {
    private let node: Node

    init(_ node: Node) { self.node = node }
  }

  private enum Slot { nonisolated(unsafe) static var holder: Unmanaged<Holder>? }

  /// What may keep the holder is no excuse for what is asked for by name.
  @Test func isToldWhereItIsNamed() async {
    let told = await asyncIssues {
      await expectNoLeaks {
        let node = trackForLeaks(Node())
        Slot.holder = .passRetained(Holder(node))
      }
    }
    let texts = [
      """
      SharedObjectTests.Node is held: 1 instance is kept alive, possibly by static SharedObjectTests.Slot.holder.

        ╭─ static SharedObjectTests.Slot.holder
        │    .node: SharedObjectTests.Node
        ╰→ SharedObjectTests.Node

        If so, it lives as long as that variable leads to it. Clear SharedObjectTests.Holder.node before the check, or keep only a weak reference there.
        fingerprint 57849f39
      """,
      """
      SharedObjectTests.Holder is held: 1 instance is kept alive, possibly by static SharedObjectTests.Slot.holder, and 1 object only it keeps alive, 16 bytes.

        ╭─ static SharedObjectTests.Slot.holder
        ╰→ SharedObjectTests.Holder

        If so, it lives as long as that variable refers to it. Clear the variable before the check, or keep only a weak reference there.
        created in closure #1 in closure #1 in SharedObjectTests.isToldWhereItIsNamed(), SharedObjectTests.swift:93
        fingerprint 53c88add
      """,
    ]
    // Before Swift 6.3, a warning is no issue.
    #if compiler(>=6.3)
      #expect(told == texts)
    #else
      #expect(told == [texts[0]])
    #endif
    Slot.holder?.release()
  }
}

extension Test {
  /// A cycle of closures, made in an extension of a type of a module whose own closures are nobody's.
  fileprivate static func poll(_ isDone: @escaping () -> Bool) {
    var step: (() -> Void)?
    step = { if !isDone() { step?() } }
    step?()
  }
}

@Suite struct ExtensionClosureTests {
  @Test func isTold() async {
    let told = await asyncIssues { await expectNoLeaks { Test.poll { true } } }
    #expect(
      told == [
        """
        closure leaked: closure #1 in Test.poll(_:) (SharedObjectTests.swift:132) captures step strongly
        1 instance is kept alive by a retain cycle of 1 strong reference.

          ╭→ closure
          │    closure #1 in Test.poll(_:)   SharedObjectTests.swift:132
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures step: closure strongly
          ╰─ closure

          Let step be a local function, func step, instead of a variable that has a closure: it is called without a reference. Or set step to nil when it has done its work: the closure at SharedObjectTests.swift:132 captures the variable itself, which keeps its value.
          created in Test.poll(_:), SharedObjectTests.swift:132
          pattern captured-variable (swift run leakcases show capture-lists/captured-variable)
          fingerprint 9231544f
        """
      ])
  }
}
