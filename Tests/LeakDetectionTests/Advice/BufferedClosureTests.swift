import LeakDetection
import TestOrder
import Testing

@testable import LeakExplaining

/// Closures in the elements of a buffer, whose types nobody tells.
@Suite(.slow, .disabled(if: isOptimized, "what an unoptimised build tells is compared"))
struct BufferedClosureTests {
  struct Continuation {
    let target: AnyObject?
    let body: (Int) -> Void
  }

  final class Node: ManagedBuffer<Int, Continuation> {
    static func make(_ continuation: Continuation) -> Node {
      let buffer = super.create(minimumCapacity: 1) { _ in 0 }
      buffer.withUnsafeMutablePointerToElements { $0.initialize(to: continuation) }
      return unsafeDowncast(buffer, to: Node.self)
    }

    deinit { _ = withUnsafeMutablePointerToElements { $0.deinitialize(count: 1) } }
  }

  final class Cell {
    private var node: Node?
    private var count = 0

    func wait() {
      node = Node.make(Continuation(target: nil) { self.count += $0 })
    }
  }

  @Test func `A closure that is in an element is told, and not the buffer`() async {
    let told = """
      BufferedClosureTests.Cell leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

        ╭→ BufferedClosureTests.Cell
        │    .node: BufferedClosureTests.Node
        │    an unnamed reference (probably)
        │    closure #1 in BufferedClosureTests.Cell.wait()
        │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        │    captures BufferedClosureTests.Cell (self) strongly
        ╰─ BufferedClosureTests.Cell

        Try [weak self] in the closure at BufferedClosureTests.swift:30. The BufferedClosureTests.Cell keeps the BufferedClosureTests.Node that stores it.
        pattern callback-of-a-part (swift run leakcases show owners/flow-controller)
        fingerprint 13eb4578
      """
    var text = ""
    // It is a guess: a word that was left somewhere may tell otherwise, by chance, and hardly three times.
    for _ in 0..<3 where text != told {
      text = await LeakDetector.detect { trackForLeaks(Cell()).wait() }.textWithoutLines
    }
    #expect(text == told)
  }
}
