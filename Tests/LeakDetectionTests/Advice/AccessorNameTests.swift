import LeakTesting
import Testing

@testable import LeakExplaining

/// Functions that have the name of an accessor.
@Suite(.leakFree) struct AccessorNameTests {
  /// Calls of what has the name of an accessor, and accessors: how deep a closure is in there.
  @Test(arguments: [
    ("func f() { set { self.n += 1 } }", 1), ("func f() { set(n) { self.n += 1 } }", 1),
    ("func f() { get { self.n += 1 } }", 1), ("func f() { didSet { self.n += 1 } }", 1),
    ("func f() { set(1) { b.set(2) { self.n += 1 } } }", 2),
    ("a = { set { self.n += 1 } }", 2), ("a = { didSet { self.n += 1 } }", 2),
    ("var v: V { get { a { self.n += 1 } } }", 1),
    ("subscript(v: V) -> V { get { b } set(w) { a { self.n += 1 } } }", 1),
    ("var v = V() { didSet {\n a { self.n += 1 } } }", 1),
    ("var v: V { mutating get throws { a { self.n += 1 } } }", 1),
  ]) func accessor(_ text: String, depth: Int) {
    let source = SourceFiles.Source(sketch: text)
    let line = text.count { $0 == "\n" } + 1
    let depths = (1...3).filter { depth in
      ClosureEdit(source, line: line, depth: depth, using: "self") != nil
    }
    #expect(depths.last == depth)
  }
}
