import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// What the source around a closure is read to say. The closure meant is the one on the line of `// ←`.
@Suite(.slow, .leakFree) struct ClosureNestingTests {
  private static func nesting(depth: Int = 1, _ source: String) -> ClosureNesting? {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let line = lines.firstIndex { $0.contains("←") }
    return line.flatMap { ClosureNesting(of: SourceOutline(source), line: $0 + 1, depth: depth) }
  }

  @Test func `The trap: only the nested closure says weak self`() {
    #expect(
      Self.nesting(
        """
        func start() {
          item = DispatchWorkItem {  // ←
            animate { [weak self] in
              self?.view.alpha = 0
            }
          }
        }
        """) == .weakInside(line: 3, isOnlyUse: true))
  }

  @Test func `Unowned, with other entries, attributes and parameters`() {
    for list in [
      "[unowned self]", "[unowned(safe) self, x = 1]", "@MainActor [view, weak self] (value: Int)",
      "@Sendable [weak\n self]", "[weak self] _", "[weak self] _, value", "[unowned self] $value",
      "[weak self] async throws -> Void",
    ] {
      let nesting = Self.nesting("func f() {\n  g { // ←\n h { \(list) in\n self }\n }\n}")
      #expect(nesting == .weakInside(line: 3, isOnlyUse: true), "\(list)")
    }
  }

  @Test func `The closure uses self itself too`() {
    #expect(
      Self.nesting(
        """
        func start() {
          item = DispatchWorkItem {  // ←
            if ready { self.stop() }
            animate { [weak self] in self?.go() }
          }
        }
        """) == .weakInside(line: 4, isOnlyUse: false))
  }

  @Test func `The closure uses super, or a local function, too`() {
    let inner = "h { [weak self] in self?.go() }"
    #expect(
      Self.nesting("func f() {\n  g { // ←\n super.go()\n \(inner)\n }\n}")
        == .weakInside(line: 4, isOnlyUse: false))
    #expect(
      Self.nesting("func f() {\n func log() { n += 1 }\n  g { // ←\n log()\n \(inner)\n }\n}")
        == .weakInside(line: 5, isOnlyUse: false))
    #expect(
      Self.nesting("func f() {\n  g { // ←\n super.go()\n h { self.go() }\n }\n}") == .plain)
  }

  @Test func `A local function captures self where the closure does so weakly`() {
    #expect(
      Self.nesting("func f() {\n func log() { n += 1 }\n  g { [weak self] in // ←\n log()\n }\n}")
        == .localFunction(name: "log", line: 2))
    #expect(Self.nesting("func f() {\n  g { [weak self] in // ←\n log()\n }\n}") == nil)
  }

  @Test(
    arguments: [
      ("screen.n += 1", false), ("h { other.go() }", false), ("let myself = 1", false),
      ("[weak self] in self?.go(); other.go()", false), ("[owner = self] in owner.go()", false),
      ("self.go()", true), ("h { self.go() }", true), ("[self] in go()", true),
      ("super.go()", true), ("h { [weak self] in self?.go() }", true), ("log()", nil),
      ("go(log: 1)", false), ("h { [type = Song.self] in type.go() }", false),
      ("[weak self] in log()", nil),
    ] as [(String, Bool?)])
  func `Whether a closure uses self`(body: String, usesSelf: Bool?) {
    let outline = SourceOutline(
      "func f() {\n func log() { n += 1 }\n  g { \(body) }\n}\nfunc h() { g { self.a() } }")
    #expect(outline.usesSelf(line: 3, depth: 1, number: 1, isApproximate: false) == usesSelf)
    #expect(outline.usesSelf(line: 1, depth: 1, number: nil, isApproximate: true) == usesSelf)
    #expect(outline.usesSelf(line: 2, depth: 1, number: 1, isApproximate: false) == nil)
  }

  @Test func `Of two closures on one line, the number tells which`() {
    let outline = SourceOutline("func f() { g { self.go() }; h { other.go() } }")
    func usesSelf(_ number: ClosureNumber?) -> Bool? {
      outline.usesSelf(line: 1, depth: 1, number: number, isApproximate: false)
    }
    #expect([usesSelf(1), usesSelf(2), usesSelf(nil)] == [true, false, nil])
  }

  @Test(
    arguments: [
      ("button.add(submit)", true), ("button.add(self.submit)", true),
      ("button.add(other.submit)", false), ("button.add(submit)\n other.add(other.submit)", nil),
      ("submit()", nil), ("button.add(tap)", nil),
    ] as [(String, Bool?)])
  func `Whose methods a function stores`(body: String, isOfSelf: Bool?) {
    let source = SourceFiles.Source(
      sketch: "class A {\nfunc connect() {\n \(body)\n}\nfunc submit() {}\n}")
    #expect(MethodEdit.isOfSelf(source, inFunctionOn: 2) == isOfSelf)
  }

  @Test func `A pack's expansion is no loop`() {
    let outline = SourceOutline("func f<each T>(_ x: repeat each T) { g { self.go() } }")
    #expect(outline.usesSelf(line: 1, depth: 1, number: 1, isApproximate: false) == true)
  }

  @Test func `A task's closure need not say self`() {
    for call in [
      "Task", "Task(priority: .high)", "Task<Void, any Error>", "Task.immediate",
      "Task<Void, Never>.immediate(name: a)",
    ] {
      let outline = SourceOutline("func f() { \(call) { go() } }")
      #expect(outline.usesSelf(line: 1, depth: 1, number: 1, isApproximate: false) == nil)
    }
  }

  @Test func `What else uses self in a task is not known`() {
    let listen = "await bus.listen { [weak self] in self?.go() }"
    #expect(
      Self.nesting("func f() {\n  task = Task { // ←\n prepare()\n \(listen)\n }\n}")
        == .weakInside(line: 4, isOnlyUse: false))
    #expect(
      Self.nesting("func f() {\n  g { // ←\n Task { prepare() }\n \(listen)\n }\n}")
        == .weakInside(line: 4, isOnlyUse: false))
    #expect(
      Self.nesting("func f() {\n  task = Task { // ←\n prepare()\n h { self.go() }\n }\n}")
        == .plain)
    #expect(
      Self.nesting("func f() {\n  g { // ←\n Task { prepare() }\n h { self.go() }\n }\n}")
        == .plain)
    #expect(
      Self.nesting("func f() {\n  g { // ←\n Task { self.go() }\n }\n}") == .usedInside(line: 3))
  }

  @Test(
    arguments: [
      ("func f() {\n func log() { n += 1 }\n g(log)\n}", true),
      ("func f() {\n func log() { other.n += 1 }\n let other = o\n g(log)\n}", false),
      ("func f(other: O) {\n func log() { n += 1 }\n g(log)\n}", false),
    ])
  func `What a local function captures is self where there is nothing else`(
    source: String, isSelf: Bool
  ) {
    let tokens = SwiftTokens(source)
    #expect(SourceOutline(tokens).hasOnlySelf(line: 2, tokens.tokens) == isSelf)
  }

  @Test func `A capture list inside evaluates self`() {
    #expect(
      Self.nesting(
        """
        func start() {
          item = DispatchWorkItem {  // ←
            animate { [view = self.view] in view.alpha = 0 }
          }
        }
        """) == .listInside(line: 3))
  }

  @Test func `Only a nested closure uses self`() {
    #expect(
      Self.nesting(
        """
        func start() {
          item = DispatchWorkItem {  // ←
            for step in 0..<3 {
              animate {
                self.view.alpha = 0
              }
            }
          }
        }
        """) == .usedInside(line: 4))
  }

  /// What is called a local function is one: neither a method, nor a member, nor one that nobody uses.
  @Test func `Only a local function uses self`() {
    func nesting(_ closure: String, in body: String = "func tick() { seconds += 1 }")
      -> ClosureNesting?
    {
      Self.nesting(
        """
        final class Clock {
          func beat() {}
          func start() {
            \(body)
            onTick = { \(closure) }  // ←
          }
        }
        """)
    }
    #expect(nesting("tick()") == .localFunction(name: "tick", line: 4))
    #expect(nesting("later { if isOn { tick() } }") == .localFunction(name: "tick", line: 4))
    #expect(nesting("queue.async(execute: tick)") == .localFunction(name: "tick", line: 4))
    #expect(nesting("clock.tick()") == .plain)
    #expect(nesting("beat()") == .plain)
    #expect(nesting("self.stop(); tick()") == .plain)
    #expect(nesting("[self] in tick()") == .plain)
    #expect(nesting("tick()", in: "let tick = { 1 }") == .plain)
  }

  @Test func `A label and a parameter are no use of a local function`() {
    let function = "func f() {\n func finish() { n += 1 }\n finish()\n"
    for inner in [
      "h { self.show(items, finish: true) }", "items.each { finish in self.show(finish) }",
      "items.each { (finish: Int) in self.show(finish) }",
      "items.each { let finish = 1; self.show(finish) }",
    ] {
      #expect(
        Self.nesting("\(function) g { // ←\n \(inner)\n }\n}") == .usedInside(line: 5), "\(inner)")
    }
    #expect(
      Self.nesting("\(function) g { // ←\n h { [view = self.view] in view.show(finish: 1) }\n }\n}")
        == .listInside(line: 5))
    // Who uses it does so beside what else uses self.
    #expect(
      Self.nesting("\(function) g { // ←\n h { self.show() }\n finish()\n }\n}") == .plain)
    for inner in ["h { finish() }", "if let finish { run(finish) }"] {
      #expect(
        Self.nesting("\(function) g { // ←\n \(inner)\n }\n}")
          == .localFunction(name: "finish", line: 2), "\(inner)")
    }
  }

  @Test func `Another closure inside captures self as well`() {
    let weak = "animate { [weak self] in self?.hide() }"
    #expect(
      Self.nesting("func f() {\n  g { // ←\n h { [self] in refresh() }\n \(weak)\n }\n}")
        == .weakInside(line: 4, isOnlyUse: false))
    for call in ["Task<Void, any Error>", "Task.immediate", "Task<Void, Never>.immediate(name: a)"]
    {
      #expect(
        Self.nesting("func f() {\n  task = \(call) { // ←\n prepare()\n \(weak)\n }\n}")
          == .weakInside(line: 4, isOnlyUse: false), "\(call)")
    }
    #expect(
      Self.nesting("func f() {\n  g { // ←\n h { [type = Song.self] in type.go() }\n }\n}")
        == .plain)
  }

  @Test func `The closure around it unwraps a weak self`() {
    for unwrapping in [
      "guard let self else { return }", "guard let self = self else { return }",
      "guard let strongSelf = self else { return }",
    ] {
      #expect(
        Self.nesting(
          depth: 2,
          """
          func start() {
            onReady = { [weak self] in
              \(unwrapping)
              onFinish = { self.stop() }  // ←
            }
          }
          """) == .unwrappedOutside(line: 2), "\(unwrapping)")
    }
    #expect(
      Self.nesting(
        depth: 2,
        """
        onReady = { [weak self] in
          if let self {
            onFinish = { self.stop() }  // ←
          }
        }
        """) == .unwrappedOutside(line: 1))
  }

  @Test func `A closure around it that captures self strongly is no trap`() {
    #expect(
      Self.nesting(
        depth: 2,
        """
        onReady = {
          onFinish = { self.stop() }  // ←
        }
        """) == .plain)
  }

  @Test func `A plain closure`() {
    for closure in [
      "{ self.stop() }", "{ [self] in stop() }", "{ items.map { $0 + self.offset }; self.stop() }",
      "{ [view] in view.hide(); self.stop() }",
    ] {
      #expect(Self.nesting("func f() {\n g \(closure)  // ←\n}") == .plain, "\(closure)")
    }
  }

  @Test func `What is in comments, strings and names in backticks says nothing`() {
    #expect(
      Self.nesting(
        #"""
        func start() {
          // a { [weak self] in }
          /* { /* nested */ [weak self] { */
          let text = "} { [weak self] in \"quoted\" "
          let raw = #"{ "quoted" \(no) "#
          let lines = """
            { { [weak self] in "one"
            """
          let pattern = /[{]"/
          let extended = #/{ / "/#
          handler = {  // ←
            print("self", `self`, "{ self")
            self.stop()
          }
        }
        """#) == .plain)
  }

  @Test(arguments: [
    ##"let quote = #"""#"##, ##"let quotes = #"""" self { "#"##,
    "let mean = b.reduce(1, /) // { self",
    "let half = b.map(2, /); go(1) // )", "let name = b.match(/({)/)",
  ])
  func `What is no literal of several lines, and no expression`(line: String) {
    #expect(
      Self.nesting("func f() {\n \(line)\n g { // ←\n h { self.go() }\n }\n}")
        == .usedInside(line: 4))
  }

  @Test func `A raw literal of several lines`() {
    #expect(
      Self.nesting(
        "func f() {\n let a = #\"\"\"\n { \"# no\n \"\"\"#\n g { // ←\n h { self.go() }\n }\n}")
        == .usedInside(line: 6))
  }

  @Test func `Interpolations are code`() {
    #expect(
      Self.nesting(
        #"""
        handler = {  // ←
          print("a \(items.map { "\(self.name) \($0)" }) b }")
        }
        """#) == .usedInside(line: 2))
  }

  @Test func `Control flow and accessors are no closures`() {
    #expect(
      Self.nesting(
        """
        var title: String {
          if ready { g { self.x } }  // ←
        }
        """) == .plain)
    #expect(
      Self.nesting(
        """
        var title: String
        {
          g { self.x }  // ←
        }
        """) == .plain)
    #expect(
      Self.nesting(
        """
        var handler: () -> Void = { self.x }  // ←
        """) == .plain)
    #expect(
      Self.nesting(
        """
        func f() {
          load(for: 1, if: true, then: { self.x })  // ←
        }
        """) == .plain)
  }

  @Test func `Which closure is meant must be clear`() {
    // No closure begins there, none of that depth, or one that cannot have a strong self.
    #expect(Self.nesting("func f() {\n  self.x  // ←\n}") == nil)
    #expect(Self.nesting(depth: 2, "func f() {\n  g { self.x }  // ←\n}") == nil)
    #expect(Self.nesting("func f() {\n  g { [weak self] in self?.x }  // ←\n}") == nil)
    // Two on one line, of which different things are to be said.
    #expect(Self.nesting("func f() {\n  g({ self.x }, { h { self.x } })  // ←\n}") == nil)
    // One in the other on one line: the depth tells.
    let line = "func f() {\n  g { h { [weak self] in self?.x } }  // ←\n}"
    #expect(Self.nesting(line) == .weakInside(line: 2, isOnlyUse: true))
  }

  /// The same for a closure of which only the one around it is known: the one on the line of `// ←`.
  private static func nestingInside(depth: Int = 2, _ source: String) -> ClosureNesting {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let line = lines.firstIndex { $0.contains("←") } ?? -1
    return ClosureNesting(
      of: SourceOutline(source), directlyInsideClosureOn: line + 1, depth: depth)
  }

  @Test func `The only closure inside the one that is known`() {
    #expect(
      Self.nestingInside(
        """
        func start() {
          load {  // ←
            item = Item {
              animate { [weak self] in self?.x }
            }
          }
        }
        """) == .weakInside(line: 4, isOnlyUse: true))
    #expect(
      Self.nestingInside(
        """
        load { [weak self] in  // ←
          guard let self else { return }
          if ready { later { self.stop() } }
        }
        """) == .unwrappedOutside(line: 1))
  }

  @Test func `Several closures inside the one that is known`() {
    let weak = "h { [weak self] in self?.x }"
    // Of all of them the same is to be said, or nothing.
    #expect(
      Self.nestingInside("f {  // ←\n g {\n \(weak) }\n}") == .weakInside(line: 3, isOnlyUse: true))
    #expect(
      Self.nestingInside("f {  // ←\n g { self.x }\n g { self.y }\n}") == .plain)
    #expect(Self.nestingInside("f {  // ←\n g {\n \(weak) }\n g { self.x }\n}") == .plain)
    #expect(
      Self.nestingInside("f {  // ←\n g {\n \(weak) }\n g {\n \(weak) }\n}") == .plain)
  }

  @Test func `No closure of that depth inside the one that is known`() {
    let inner = "g { h { [weak self] in self?.x } }"
    // Deeper, around a declaration, on another line, in a function, and one that is weak itself.
    #expect(Self.nestingInside(depth: 3, "f {  // ←\n self.x\n}") == .plain)
    #expect(Self.nestingInside("f {  // ←\n func a() { \(inner) }\n}") == .plain)
    #expect(Self.nestingInside("f {\n // ←\n \(inner)\n}") == .plain)
    #expect(Self.nestingInside(depth: 1, "func f() {  // ←\n \(inner)\n}") == .plain)
    #expect(Self.nestingInside("f {  // ←\n g { [weak self] in self?.x }\n}") == .plain)
    #expect(Self.nestingInside("") == .plain)
  }

  @Test func `Broken sources are read to their end`() {
    let source = #"""
      func f() { /* a */ g { [weak self, x = "\(h { #"}"# })"] in self?.x; /a}b/ } // ←
      """#
    for length in 0...source.count {
      for depth in 1...2 {
        _ = ClosureNesting(of: SourceOutline(String(source.prefix(length))), line: 1, depth: depth)
        _ = ClosureNesting(of: SourceOutline(String(source.suffix(length))), line: 1, depth: depth)
      }
    }
    let deep = String(repeating: #"{ "\("#, count: 3000)
    #expect(ClosureNesting(of: SourceOutline(deep), line: 2, depth: 1) == nil)
  }
}
