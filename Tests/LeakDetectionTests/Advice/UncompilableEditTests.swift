import LeakSymbolication
import LeakTesting
import Testing

@testable import LeakExplaining

/// Edits that would not compile, or would change what is done besides.
@Suite(.leakFree) struct UncompilableEditTests {
  private static func edited(
    _ text: String, _ capture: ClosureEdit.Capture = ClosureEdit.Capture(name: "self")
  ) -> String? {
    let source = SourceFiles.Source(sketch: text)
    let brace = source.outline.braces.first { $0.kind == .closure }
    let edits = ClosureEdit(
      source, line: brace?.line ?? 1, depth: 1, number: 1, using: capture.name)?
      .capturing([capture], result: .nothing)
    return edits.map { applying($0, to: text) }
  }

  private static let guarded = "[weak self] in guard let self else { return };"

  /// What the function around, or the closure itself, got as a parameter may tell others that it is done, whatever its name is.
  @Test(arguments: [
    ("func f(_ done: () -> Void) { a = { self.take(); done() } }", false),
    ("func f(_ done: (() -> Void)?) { a = { self.take(); done?() } }", false),
    ("func f() { let answer = b.answer; a = { self.take(); answer(1) } }", false),
    ("func f() { a = { reply in self.take(); reply(1) } }", false),
    ("func f() { a = { self.take(); $0(1) } }", false),
    ("func f(_ done: () -> Void) { a = { self.take(); b.async { done() } } }", false),
    ("func f(_ done: () -> Int) { a = { self.take(done()) } }", false),
    ("func f(_ done: () -> Void) { a = { self.take(); b.go() } }", true),
    ("func f(_ isDone: Bool) { a = { self.take(); isDone ? b(1) : c(2) } }", true),
    ("func f() { a = { self.take(); self.all.each { $0(1) } } }", true),
    ("func f() { a = { self.take(); let go = b.go; go() } }", true),
    ("func f() { a = { self.take(); done() } }", true),
    // Who gets it may call it.
    ("func f(_ done: @escaping () -> Void) { a = { self.take(done) } }", false),
    ("func f(_ done: (() -> Void)?) { a = { self.take(b, then: done) } }", false),
    ("func f(_ done: @escaping Done) { a = { self.take(done, b) } }", false),
    ("func f() { a = { (reply: @escaping (Int) -> Void) in self.take(reply) } }", false),
    ("func f() { a = { self.take(b, completion: completion) } }", false),
    ("func f(_ done: Bool, b: () -> Void) { a = { self.take(done) } }", true),
    ("func f(_ done: () -> Void) { a = { done in self.take(done) } }", true),
    ("func f(_ done: () -> Void) { a = { self.take(b.done) } }", true),
    ("func f(_ done: () -> Void) { a = { self.take([done]) } }", true),
  ]) func `Who is called back`(text: String, isEdited: Bool) {
    #expect((Self.edited(text) != nil) == isEdited)
  }

  private static let weak = "[weak view] in"

  /// A weak variable is a `View?`, which says nothing of one that was declared as `View!`.
  @Test(arguments: [
    ("view?.draw()", "\(weak) view?.draw()"), ("view?.title = a", "\(weak) view?.title = a"),
    ("if let view { view.draw() }", "\(weak) if let view { view.draw() }"),
    (
      "guard let view = view else { return }; show(view)",
      "\(weak) guard let view = view else { return }; show(view)"
    ),
    (
      "guard let v = view else { return }; v.draw()",
      "\(weak) guard let v = view else { return }; v.draw()"
    ),
    ("if view != nil { draw() }", "\(weak) if view != nil { draw() }"),
    (
      "guard let view else { return }; b.async { view.draw() }",
      "\(weak) guard let view else { return }; b.async { view.draw() }"
    ),
    ("view.draw()", "\(weak) view?.draw()"),
    (
      "view.draw(); view.show()", "\(weak) guard let view else { return }; view.draw(); view.show()"
    ),
    // The edited one would not compile, or end the process.
    ("view!.draw()", nil), ("view?.draw(); view.show()", nil), ("show(view)", nil),
    ("view.map { $0.draw() }", nil), ("if let view { view.draw() }; view.show()", nil),
    ("view = nil", nil), ("b ? view : c", nil),
    // A closure that may run at the same time has no other one's variable.
    ("b.async { view?.draw() }", nil), ("b.async { if let view { view.draw() } }", nil),
  ]) func `What is optional already`(body: String, edited: String?) {
    #expect(
      Self.edited("a = { \(body) }", ClosureEdit.Capture(name: "view", isOptional: true))
        == edited.map { "a = { \($0) }" })
  }

  /// The constant of an isolated class may be read by code that is not.
  @Test(arguments: [
    (
      "@MainActor final class A {\n  let b: B?\n  nonisolated func c() -> Bool { b == nil }\n}",
      false
    ),
    ("final class A: Service {\n  let b: B?\n}\nfunc c(a: A) { Task.detached { a.b } }", false),
    ("class A: Base {\n  let b: B?\n  nonisolated func c() -> Bool { b == nil }\n}", false),
    ("nonisolated class A: Base {\n  let b: B?\n}", true),
    ("@MainActor final class A {\n  let b: B?\n}", true),
    ("@MainActor final class A {\n  var b: B?\n  nonisolated func c() {}\n}", true),
  ]) func `A constant that others read`(text: String, isEdited: Bool) {
    let edit = PropertyEdit(SourceFiles.Source(sketch: text), property: "b", inTypeAt: 1)
    #expect((edit?.weak(inOneOf: ["Shop.A", "Shop.Base"]) != nil) == isEdited)
  }

  @Test(arguments: [
    ("deinit { all.removeAll() }", false), ("isolated deinit { all.removeAll() }", true),
    ("deinit { print(b) }", true),
  ]) func `A collection that a deinit uses`(rest: String, isEdited: Bool) {
    let text = "@MainActor final class A {\n  var all: [B] = []\n  \(rest)\n}\n"
    let edit = WeakStorageEdit(SourceFiles.Source(sketch: text), property: "all", inTypeAt: 1)?
      .edit(.objects(type: "Shop.B"))
    #expect((edit != nil) == isEdited)
  }

  @Test(arguments: [
    ("class A {", "a = b", true), ("class A {", "a = { b() }", true),
    ("class A {", "keep(b)", true), ("@MainActor class A {", "a = b", true),
    ("@MainActor class A {", "keep(b)", false), ("@Shop.MyActor class A {", "keep(by: b)", false),
    ("class A {", "a = { Task.detached { await b() } }", false),
  ]) func `A function that is sent`(head: String, use: String, isEdited: Bool) {
    let text = "\(head)\n  func f() {\n    func b() {\n      self.c()\n    }\n    \(use)\n  }\n}\n"
    let edits = LocalFunctionEdit.edits(SourceFiles.Source(sketch: text), line: 3, name: "b")
    #expect((edits != nil) == isEdited)
  }

  @Test(arguments: ["done()", "d(done)"])
  func `A local function that calls its caller back`(use: String) {
    let text =
      "class A {\n  func f(_ done: () -> Void) {\n    func b() {\n      self.c()\n      \(use)\n    }\n    a = b\n  }\n}\n"
    #expect(LocalFunctionEdit.edits(SourceFiles.Source(sketch: text), line: 3, name: "b") == nil)
  }

  /// In Swift 5 mode a closure inside has to say `self`, behind a weak one.
  @Test(arguments: [
    ("all.each { show($0) }", false), ("Task { show() }", false),
    ("all.each { [self] in show($0) }", false), ("all.each { self.show($0) }", true),
    ("all.each { $0.show() }", true), ("all.each { item in item.show() }", true),
    ("show(all)", true),
  ]) func `A local function with a closure`(use: String, isEdited: Bool) {
    let text =
      "class A {\n  func f() {\n    func b() {\n      \(use)\n    }\n    a = b\n  }\n}\n"
    let edits = LocalFunctionEdit.edits(SourceFiles.Source(sketch: text), line: 3, name: "b")
    #expect((edits != nil) == isEdited)
  }

  /// Nothing else has what a capture list makes.
  @Test(arguments: [
    ("a = { [b = B(self)] in b.show() }", nil),
    ("a = { [b = self.b] in b.show() }", "a = { [weak b = self.b] in b?.show() }"),
  ]) func `What a capture list makes`(text: String, edited: String?) {
    #expect(Self.edited(text, ClosureEdit.Capture(name: "b")) == edited)
  }

  @Test(arguments: [
    "request.done()", "request.completion?(2)", "request.completion!()", "promise.resolve(self.n)",
    "resolve(self.n)", "file.close()",
  ]) func `What has to be ended is ended first`(_ end: String) {
    let text = "a = { request in self.n += 1; \(end) }"
    let closure = ClosureEdit(SourceFiles.Source(sketch: text), line: 1, depth: 1, using: "self")
    #expect(closure?.capturing([ClosureEdit.Capture(name: "self")], result: .nothing) == nil)
    let other = text.replacing(end, with: "request.done = true; self.done()")
    let ending = ClosureEdit(SourceFiles.Source(sketch: other), line: 1, depth: 1, using: "self")
    #expect(ending?.capturing([ClosureEdit.Capture(name: "self")], result: .nothing) != nil)
  }

  /// What only the object has, or what is begun in the closure, need not be ended where the object has gone.
  @Test(arguments: [
    ("self.rooms.values.forEach { $0.close() }", true),
    ("self.rooms.each { room in room.close() }", true),
    ("for room in self.rooms { room.close() }", true),
    ("self.rooms[id]?.close()", true), ("self.room(id).close()", true),
    ("if let room = self.room { room.close() }", true),
    ("let file = File(); file.close(); self.n = 0", true),
    ("try! self.room.close()", true),
    ("rooms.forEach { $0.close() }; self.n = 0", false),
    ("for room in rooms { room.close() }; self.n = 0", false),
    ("if let room = rooms.first { room.close() }; self.n = 0", false),
    ("rooms[self.n].close()", false), ("open(self.n).close()", false),
  ]) func `What is ended without the object`(_ body: String, isEdited: Bool) {
    let text = "func f(rooms: [Room], id: Int) { a = { \(body) } }"
    let closure = ClosureEdit(SourceFiles.Source(sketch: text), line: 1, depth: 1, using: "self")
    let edits = closure?.capturing([ClosureEdit.Capture(name: "self")], result: .nothing)
    #expect((edits != nil) == isEdited)
  }
}
