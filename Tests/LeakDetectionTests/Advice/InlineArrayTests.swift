import LeakDetection
import Testing

/// An element of an `InlineArray` is told as one of any other array.
@Suite struct InlineArrayTests {
  private final class Grid {
    var cells: InlineArray<2, Grid?> = [nil, nil]
  }

  @Test func anElement() async {
    let report = await LeakDetector.detect {
      // Nothing else could see it, and it would be optimised away.
      let grid = trackForLeaks(Grid())
      grid.cells[1] = grid
    }
    #expect(
      report.description == """
        InlineArrayTests.Grid leaked: 1 instance is kept alive by a retain cycle of 1 strong reference.

          ╭→ InlineArrayTests.Grid
          │    .cells[1]: InlineArrayTests.Grid   InlineArrayTests.swift:7
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ InlineArrayTests.Grid

          Take the InlineArrayTests.Grid out of InlineArrayTests.Grid.cells when it is no longer needed, or keep only a weak reference to it there if something else owns it.
          pattern collection-element (swift run leakcases show owners/collection-element)
          fingerprint d3035a81
        """)
    guard case .leaked(let path)? = report.leaks.first?.verdict else { return }
    #expect(path.edits.isEmpty)
  }
}
