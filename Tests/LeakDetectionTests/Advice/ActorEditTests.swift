import LeakTesting
import Testing

@testable import LeakExplaining

/// Edits of closures that may be isolated to an actor: a weak `self` is not, nor is what a closure inside gets sent.
@Suite(.leakFree) struct ActorEditTests {
  /// Closures that await something, each the whole closure, and what is made of them in an actor's method.
  static let awaiting: [(closure: String, edited: String?)] = [
    ("{ self.note() }", nil), ("{ self.count += 1; await self.load() }", nil),
    ("{\n  await self.load()\n  self.note()\n}", nil),
    ("{ await self.load { self.note() } }", nil),
    ("{ show(await self.load(), self.count) }", nil), ("{ self.count = await load() }", nil),
    ("{ let a = self.count; await load(a) }", nil),
    ("{ Task { await self.load() }; self.note() }", nil),
    ("{ for await a in Feed.all { self.note(a) } }", nil),
    (
      "{ await self.load() }",
      "{ [weak self] in guard let self else { return }; await self.load() }"
    ),
    (
      "{ await self.load(self.count) }",
      "{ [weak self] in guard let self else { return }; await self.load(self.count) }"
    ),
    (
      "{ let a = await self.load(); show(a, self) }",
      "{ [weak self] in guard let self else { return }; let a = await self.load(); show(a, self) }"
    ),
    (
      "{\n  try await api\n    .load(self.count)\n}",
      "{ [weak self] in\n  guard let self else { return }\n  try await api\n    .load(self.count)\n}"
    ),
  ]

  @Test(arguments: awaiting) func awaits(_ example: (closure: String, edited: String?)) {
    #expect(
      Self.edited("actor A { func f() { a = \(example.closure) } }", isAsync: true)
        == example.edited.map { "actor A { func f() { a = \($0) } }" })
    // Nothing is isolated to an object of a class.
    #expect(Self.edited("class A { func f() { a = \(example.closure) } }", isAsync: true) != nil)
  }

  @Test func `A function may isolate what it gets`() {
    let text = "actor A { func f() { bus.on { self.note(); Task { await self.load() } } } }"
    #expect(Self.edited(text) == nil)
    #expect(
      Self.edited("actor A { func f() { bus.on { Task { await self.load() } } } }")
        == "actor A { func f() { bus.on { [weak self] in guard let self else { return }; Task { await self.load() } } } }"
    )
  }

  /// Statements of an actor's own closure, and whether they can stand in one that is sent there.
  @Test(arguments: [
    ("{ box in self.kept = box }", false), ("{ self.count += box.count }", false),
    ("{ step in self.count += step }", true), ("{ step in self.count = step }", true),
    ("{ items in self.items += items }", false),
    ("{ self.kept = size }", false), ("{ [1].each { self.count += $0 } }", false),
    ("{ let box = self.box; self.count += box.count }", true), ("{ self.box.size += 1 }", true),
    ("{ self.add(size: 2) }", true),
  ]) func sent(_ closure: String, isEdited: Bool) {
    let text =
      "actor A { var count = 0; var items: [Item] = []; func f(size: Size) { let box = Box(); a = \(closure) } }"
    #expect((Self.edited(text) != nil) == isEdited)
  }

  private static func edited(_ text: String, isAsync: Bool = false) -> String? {
    ClosureEdit(
      SourceFiles.Source(sketch: text), line: 1, depth: 1, isAsync: isAsync, using: "self")?
      .capturing([ClosureEdit.Capture(name: "self")], result: .nothing).map {
        applying($0, to: text)
      }
  }
}
