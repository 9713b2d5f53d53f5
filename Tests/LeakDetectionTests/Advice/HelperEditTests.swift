import LeakTesting
import Testing

@testable import LeakExplaining

/// Closures that capture something beside their capture lists: for a local function, or a variable with code of its own.
@Suite(.leakFree) struct HelperEditTests {
  /// Functions whose last closure uses `self`, and whether a capture list is all that it takes.
  static let functions: [(text: String, isEdited: Bool)] = [
    ("func f() { func g() { self.n += 1 }; a = { self.n = 0; g() } }", false),
    ("func f() { func g() { n += 1 }; a = { self.n = 0; b(); g() } }", false),
    ("func f() { func g() { h() }; func h() { self.n += 1 }; a = { self.n = 0; g() } }", false),
    ("func f() { var g: Int { self.n }; a = { self.n = 0; show(g) } }", false),
    ("func f() { lazy var g = self.n; a = { self.n = 0; show(g) } }", false),
    ("func f() { if b { func g() { super.show() }; a = { self.n = 0; g() } } }", false),
    ("func f() { func g() { print(1) }; a = { self.n = 0; g() } }", true),
    ("func f() { func g() { h() }; func h() { h() }; a = { self.n = 0; g() } }", true),
    ("func h() {}; func f() { func g() { h() }; a = { self.n = 0; g() } }", true),
    (
      "func f() { func g() { do { try v() } catch { print(error) } }; a = { self.n = 0; g() } }",
      false
    ),
    ("func f() { func g() { do {} catch { print(error) } }; a = { self.n = 0; g() } }", true),
    ("func f() { func g() { a = { self.n = 0; g() } }; g() }", false),
    ("func f() { var g: Int { 2 }; a = { self.n = 0; show(g) } }", true),
    ("func f() { func g() { self.n += 1 }; a = { self.n = 0; b.g() } }", true),
    ("func f() { func g() { self.n += 1 }; g(); a = { self.n = 0 } }", true),
    ("func f() { lazy var g = self.n; a = { self.n = 0 } }", true),
    ("class A { func g() { self.n += 1 }; func f() { a = { self.n = 0; self.g() } } }", true),
  ]

  @Test(arguments: functions) func helper(_ example: (text: String, isEdited: Bool)) {
    #expect((Self.edits(of: example.text) != nil) == example.isEdited)
  }

  /// What may be a function of another file's is no member for certain.
  @Test(arguments: [
    ("self.h()", true), ("super.h()", true), ("h()", false),
  ]) func certainty(_ code: String, isSure: Bool) {
    let text = "func f() { func g() { \(code) }; a = { self.n = 0; g() } }"
    let closure = ClosureEdit(SourceFiles.Source(sketch: text), line: 1, depth: 1, using: "self")
    #expect(closure?.helper(using: "self")?.isSure == isSure)
  }

  @Test func `Another variable`() {
    let text = "func f() { let v = V(); func g() { v.n += 1 }; a = { v.n = 0; g() } }"
    #expect(Self.edits(of: text, "v") == nil)
    #expect(Self.edits(of: text.replacing("{ v.n += 1 }", with: "{ w.n += 1 }"), "v") != nil)
  }

  @Test func `What the list has weakly already`() {
    #expect(Self.edits(of: "a = { [weak self] in self?.n = 0; show(g) }") == nil)
    #expect(Self.edits(of: "a = { [unowned v] in v.n = 0; show(g) }", "v") == nil)
  }

  /// Handlers of a source, which keeps itself where its handler has it.
  @Test(arguments: [
    ("let s = make(); s.setEventHandler { self.n += 1; s.cancel() }", false),
    ("s?.setEventHandler { self.n += 1 }", true),
    ("s.setEventHandler { [s] in self.n += Int(s.data) }", false),
    ("self.s?.setCancelHandler { [t = s] in self.n += Int(t.data) }", false),
    ("let s = make(); s.setEventHandler { self.n += 1 }", true),
    ("s.setEventHandler { [weak s] in self.n += 1; s?.cancel() }", true),
    ("self.s.setEventHandler { self.n += 1; self.s.cancel() }", true),
  ]) func source(_ text: String, isEdited: Bool) {
    let text = "func f() { \(text) }"
    let closure = ClosureEdit(
      SourceFiles.Source(sketch: text), line: 1, depth: 1, using: "self")
    #expect((closure?.ownSource == nil) == isEdited)
  }

  private static func edits(of text: String, _ variable: String = "self") -> [SourceEdit]? {
    ClosureEdit(SourceFiles.Source(sketch: text), line: 1, depth: 1, using: variable)?
      .capturing([ClosureEdit.Capture(name: variable)], result: .nothing)
  }
}
