import LeakSymbolication
import LeakTesting
import Testing

@testable import LeakExplaining

/// Edits that depend on where a closure or a method stands: on its actor, its task, and what else takes its type from it.
@Suite(.leakFree) struct PlacedEditTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var source: String
    /// What the edits make of it; `nil` where none can be made.
    var edited: String?
    var line = 1
    var depth = 1
    var number: ClosureNumber?
    var isAsync = false
    var isRunning = false
    var isSendable = false
    var result = FunctionName.Signature.Result.nothing
    var emptyValue: String?
    /// The name of the type of `self`, and whether it is an actor.
    var selfType: String?
    var isActor = false

    var testDescription: String { source }
  }

  static let isolated = "{ [weak self] in self?.assumeIsolated { $0.count += 1 } }"
  static let plain = "{ [weak self] in self?.log.note() }"

  static let actors = [
    // Only what is isolated to the actor can assume that it is.
    Example(
      source: "actor A { func f() { a = { self.log.note() } } }",
      edited: "actor A { func f() { a = \(plain) } }", isSendable: true),
    Example(
      source: "actor A { nonisolated func f() { a = { self.log.note() } } }",
      edited: "actor A { nonisolated func f() { a = \(plain) } }"),
    Example(
      source: "actor A { nonisolated public func f(b: B = .init()) { a = { self.log.note() } } }",
      edited: "actor A { nonisolated public func f(b: B = .init()) { a = \(plain) } }"),
    Example(
      source: "actor A { @MainActor func f() { a = { self.log.note() } } }",
      edited: "actor A { @MainActor func f() { a = \(plain) } }"),
    Example(
      source: "actor A { nonisolated var b: Int { get { a = { self.log.note() } } } }",
      edited: "actor A { nonisolated var b: Int { get { a = \(plain) } } }"),
    Example(
      source: "actor A { init() { a = { self.log.note() } } }",
      edited: "actor A { init() { a = \(plain) } }"),
    Example(
      source: "actor A { func f() { Task.detached { a = { self.log.note() } } } }",
      edited: "actor A { func f() { Task.detached { a = \(plain) } } }", depth: 2),
    Example(
      source: "actor A { func f() { a = { @MainActor in self.log.note() } } }",
      edited: "actor A { func f() { a = { @MainActor [weak self] in self?.log.note() } } }"),
    Example(
      source: "actor A { init() async { a = { self.count += 1 } } }",
      edited: "actor A { init() async { a = \(isolated) } }"),
    Example(
      source: "actor A { nonisolated let b = 1; func f() { a = { self.count += 1 } } }",
      edited: "actor A { nonisolated let b = 1; func f() { a = \(isolated) } }"),
    // An extension is one of what is declared elsewhere.
    Example(
      source: "actor A {}\nextension A { func f() { a = { self.count += 1 } } }",
      edited: "actor A {}\nextension A { func f() { a = \(isolated) } }", line: 2),
    Example(
      source: "final class A {}\nextension A { func f() { a = { self.stop() } } }",
      edited: "final class A {}\nextension A { func f() { a = { [weak self] in self?.stop() } } }",
      line: 2),
    Example(source: "extension A { func f() { a = { self.count += 1 } } }", edited: nil),
    Example(
      source: "extension A { func f() { a = { self.count += 1 } } }",
      edited: "extension A { func f() { a = \(isolated) } }", selfType: "A", isActor: true),
    Example(
      source: "extension Shop.A { func f() { a = { self.count += 1 } } }",
      edited: "extension Shop.A { func f() { a = \(isolated) } }", selfType: "A", isActor: true),
    Example(
      source: "extension A { func f() { a = { self.stop() } } }",
      edited: "extension A { func f() { a = { [weak self] in self?.stop() } } }", selfType: "A"),
    // The protocol may be one of actors alone.
    Example(
      source: "extension Counting { func f() { a = { self.count += 1 } } }", edited: nil,
      selfType: "A", isActor: true),
    Example(
      source: "protocol P: Actor {}\nextension P { func f() { a = { self.count += 1 } } }",
      edited: nil, line: 2, selfType: "A", isActor: true),
    Example(
      source: "extension Counting { func f() { a = { self.stop() } } }",
      edited: "extension Counting { func f() { a = { [weak self] in self?.stop() } } }",
      selfType: "A"),
  ]

  static let bodies = [
    // What is handed to a function may be sent to where nothing is isolated to the actor.
    Example(source: "actor A { func f() { bus.on { self.log.note() } } }", edited: nil),
    Example(source: "actor A { func f() { bus.on(0, with: { self.log.note() }) } }", edited: nil),
    Example(
      source: "actor A { func f() { bus.on { b() } end: { self.log.note() } } }", edited: nil),
    Example(
      source: "actor A { func f() { bus.on(0) { a = { self.log.note() } } } }", edited: nil,
      depth: 2
    ),
    Example(
      source: "actor A { func f() { Task.immediateDetached { a = { self.log.note() } } } }",
      edited: "actor A { func f() { Task.immediateDetached { a = \(plain) } } }", depth: 2),
    Example(
      source: "actor A { func f() { group.addImmediateTask(b) { a = { self.log.note() } } } }",
      edited: "actor A { func f() { group.addImmediateTask(b) { a = \(plain) } } }", depth: 2),
    Example(
      source: "actor A { func f() async { async let a = { self.log.note() } } }",
      edited:
        "actor A { func f() async { async let a = { [weak self] in guard let self else { return }; self.log.note() } } }"
    ),
    Example(
      source: "actor A { func f() { Task { a = { self.count += 1 } } } }",
      edited: "actor A { func f() { Task { a = \(isolated) } } }", depth: 2),
    Example(
      source: "actor A { func f() { Task<Void, Never>.immediate(b) { a = { self.count += 1 } } } }",
      edited: "actor A { func f() { Task<Void, Never>.immediate(b) { a = \(isolated) } } }",
      depth: 2),
    Example(
      source: "actor A { func f() { all[b] = { self.count += 1 } } }",
      edited: "actor A { func f() { all[b] = \(isolated) } }"),
    // A type's own self is another one, and so are the parameters of a closure further in.
    Example(
      source: "actor A { func f() { a = { self.b = self.parse(c, as: B.self) } } }",
      edited:
        "actor A { func f() { a = { [weak self] in self?.assumeIsolated { $0.b = $0.parse(c, as: B.self) } } } }"
    ),
    Example(
      source: "actor A { func f() { a = { self.b = c.map(\\.self) } } }",
      edited:
        "actor A { func f() { a = { [weak self] in self?.assumeIsolated { $0.b = c.map(\\.self) } } } }"
    ),
    Example(source: "actor A { func f() { a = { self.b = $1 } } }", edited: nil),
    Example(source: "actor A { func f() { a = { throw self.failure } } }", edited: nil),
    Example(
      source: #"actor A { func f() { a = { "\(self.title) saved".log() } } }"#, edited: nil),
    Example(
      source: #"actor A { func f() { a = { self.title = "on" } } }"#,
      edited:
        #"actor A { func f() { a = { [weak self] in self?.assumeIsolated { $0.title = "on" } } } }"#
    ),
    Example(
      source: "actor A { func f() { a = { self.count += 1 // One more.\n } } }",
      edited:
        "actor A { func f() { a = { [weak self] in self?.assumeIsolated { $0.count += 1 } // One more.\n } } }"
    ),
    Example(
      source: "actor A { func f() { a = { self.title = \"on\" // Is on.\n } } }", edited: nil),
    // What a single call gives is no result.
    Example(
      source: "actor A { func f() { a = { self.all.removeLast() } } }",
      edited:
        "actor A { func f() { a = { [weak self] in self?.assumeIsolated { $0.all.removeLast(); return } } } }"
    ),
    Example(
      source: "actor A { func f() { a = { self.count -= 1 } } }",
      edited:
        "actor A { func f() { a = { [weak self] in self?.assumeIsolated { $0.count -= 1 } } } }"),
    Example(
      source: """
        actor A {
          func f() {
            a = {
              // The last one.
              self.all.remove(
                at: 0)
            }
          }
        }
        """,
      edited: """
        actor A {
          func f() {
            a = { [weak self] in
              // The last one.
              self?.assumeIsolated {
                $0.all.remove(
                  at: 0)
                return
              }
            }
          }
        }
        """, line: 3),
  ]

  /// Loops over what is no property of `self`, and over what is one.
  static let loops = [
    Example(
      source:
        "client.onOpen = { events in self.task = Task { for await a in events { self.show(a) } } }",
      edited:
        "client.onOpen = { events in self.task = Task { [weak self] in for await a in events { guard let self else { return }; self.show(a) } } }",
      depth: 2, isAsync: true, isRunning: true),
    Example(
      source: "a = { values in for await b in values { self.show(b) } }",
      edited:
        "a = { [weak self] values in for await b in values { guard let self else { return }; self.show(b) } }",
      isAsync: true),
    Example(
      source:
        "func f(_ values: V, onEnd: () -> Void = {}) { Task { for await b in values { self.show(b) } } }",
      edited:
        "func f(_ values: V, onEnd: () -> Void = {}) { Task { [weak self] in for await b in values { guard let self else { return }; self.show(b) } } }",
      isAsync: true, isRunning: true),
    Example(
      source:
        "func f(_ values: V) { func g() { Task { for await b in values { self.show(b) } } } }",
      edited:
        "func f(_ values: V) { func g() { Task { [weak self] in for await b in values { guard let self else { return }; self.show(b) } } } }",
      isAsync: true, isRunning: true),
    Example(
      source:
        "func f() { if case let .open(_, .some(values)) = a { Task { for await b in values { self.show(b) } } } }",
      edited:
        "func f() { if case let .open(_, .some(values)) = a { Task { [weak self] in for await b in values { guard let self else { return }; self.show(b) } } } }",
      isAsync: true, isRunning: true),
    Example(
      source:
        "func f() { for a in all(values) { Task { for await b in values { self.show(b) } } } }",
      edited:
        "func f() { for a in all(values) { Task { [weak self, values = self.values] in for await b in values { guard let self else { return }; self.show(b) } } } }",
      isAsync: true, isRunning: true),
    // What the loop is over needs the object as well, or nothing but that needs it.
    Example(
      source:
        "func f() { Task { for await b in all({ self.values }) { self.show(b) } } }", edited: nil,
      isAsync: true, isRunning: true),
    Example(
      source: "func f(_ out: O) { Task { for await b in self.values { out.yield(b) } } }",
      edited:
        "func f(_ out: O) { Task { [values = self.values] in for await b in values { out.yield(b) } } }",
      isAsync: true, isRunning: true),
    Example(
      source: "func f() { Task { for await b in self.values { _count += b } } }",
      edited:
        "func f() { Task { [weak self, values = self.values] in for await b in values { guard let self else { return }; _count += b } } }",
      isAsync: true, isRunning: true),
    Example(
      source:
        "var a: V { get { b } set { Task { for await b in newValue { self.show(b) } } } }",
      edited:
        "var a: V { get { b } set { Task { [weak self] in for await b in newValue { guard let self else { return }; self.show(b) } } } }",
      isAsync: true, isRunning: true),
    Example(
      source: "var values: V { didSet { Task { for await b in values { self.show(b) } } } }",
      edited:
        "var values: V { didSet { Task { [weak self, values = self.values] in for await b in values { guard let self else { return }; self.show(b) } } } }",
      isAsync: true, isRunning: true),
    Example(
      source:
        "var a: V { get { b } set(values) { Task { for await b in values { self.show(b) } } } }",
      edited:
        "var a: V { get { b } set(values) { Task { [weak self] in for await b in values { guard let self else { return }; self.show(b) } } } }",
      isAsync: true, isRunning: true),
    Example(
      source:
        "var values: V { Task { for await b in values { self.show(b) } } }",
      edited:
        "var values: V { Task { [weak self, values = self.values] in for await b in values { guard let self else { return }; self.show(b) } } }",
      isAsync: true, isRunning: true),
    // Statements and functions of the standard library are no members.
    Example(
      source:
        "func f(_ values: V) { Task { if Task.isCancelled { return }; print(1); for await b in values { self.show(b) } } }",
      edited:
        "func f(_ values: V) { Task { [weak self] in if Task.isCancelled { return }; print(1); for await b in values { guard let self else { return }; self.show(b) } } }",
      isAsync: true, isRunning: true),
    Example(
      source:
        "func print() {}; func f(_ values: V) { Task { print(1); for await b in values { self.show(b) } } }",
      edited: nil, isAsync: true, isRunning: true),
    // A closure that is stored reads the property when it is called.
    Example(
      source: "a = { for await b in self.values { self.show(b) } }", edited: nil, isAsync: true),
    Example(
      source: "a = { await load(); for row in self.rows { self.show(row) } }",
      edited:
        "a = { [weak self] in guard let self else { return }; await load(); for row in self.rows { self.show(row) } }",
      isAsync: true),
    Example(
      source: "a = { for row in rows { self.show(row) } }",
      edited:
        "a = { [weak self] in guard let self else { return }; for row in rows { self.show(row) } }",
      isAsync: true),
    Example(
      source: "Task { await load(); for await b in self.values { self.show(b) } }", edited: nil,
      isAsync: true, isRunning: true),
  ]

  static let awaited = [
    // A chain keeps the object while it waits for the value.
    Example(
      source: "task = Task { self.items = await api.load() }", edited: nil, isAsync: true,
      isRunning: true),
    Example(
      source: "task = Task { self.add(await load()) }", edited: nil, isAsync: true, isRunning: true),
    Example(
      source: "a = { self.items = await api.load() }",
      edited:
        "a = { [weak self] in guard let self else { return }; self.items = await api.load() }",
      isAsync: true),
    // Behind a chain the other members would have to say self.
    Example(
      source: "task = Task { self.count += step }",
      edited: "task = Task { [weak self] in guard let self else { return }; self.count += step }",
      isAsync: true, isRunning: true),
    Example(
      source: "a = { [self] in self.count += step }",
      edited: "a = { [weak self] in guard let self else { return }; self.count += step }"),
    Example(
      source: "func f(step: Int) { task = Task { self.move(step, true) } }",
      edited:
        "func f(step: Int) { task = Task { [weak self] in self?.move(step, true) } }",
      isAsync: true, isRunning: true),
    Example(
      source: "a = { self.count += step }", edited: "a = { [weak self] in self?.count += step }"),
  ]

  /// What else returns is no result of the closure.
  static let results = [
    Example(
      source: """
        titles = {
          self.items.map { item in
            let title = item.title
            return title
          }
        }
        """, edited: nil, result: .value, emptyValue: "[]"),
    Example(
      source: """
        titles = {
          if self.isEmpty { return [] }
          return self.items.map { item in item.title }
        }
        """,
      edited: """
        titles = { [weak self] in
          guard let self else { return [] }
          if self.isEmpty { return [] }
          return self.items.map { item in item.title }
        }
        """, result: .value, emptyValue: "[]"),
    Example(
      source: "a = { self.all.first { item in return item.isOpen } }", edited: nil,
      result: .optional),
  ]

  static let unwrapped = "{ [weak self] in guard let self else { return }; self.tick() }"
  static let chained = "{ [weak self] in self?.tick() }"

  /// Calls that are given `{ self.tick() }`, and whether they may take a type from what that gives.
  static let calls: [(call: String, isChained: Bool)] = [
    ("let a = ticks.map ◌; b.append(a)", false), ("let a = Task ◌; all.append(a)", false),
    ("all.append(ticks.map ◌)", false), ("all.append(ticks.map(by: ◌))", false),
    ("var (a, b) = make(◌)", false), ("if make(◌) == a { b() }", false),
    ("ticks.map ◌.sink { b() }", false), ("ticks.map ◌\n  .sink { b() }", false),
    ("f { ticks.map ◌ }", false), ("f { all in ticks.map ◌ }", false),
    ("f { return ticks.map ◌ }", false), ("a + make(◌)", false), ("let a = try? await g(◌)", false),
    ("ticks.map ◌", true), ("a = Task ◌", true), ("self.a = ticks.map ◌", true),
    ("let a: Task<Void, Never> = Task ◌", true), ("try await run(a, ◌)", true),
    ("b()\nticks[1]?.all { $0 }.each ◌\nb()", true), ("a.sink ◌.store(in: &all)", true),
    ("f { b(); ticks.map ◌ }", true), ("func f() { return ticks.map ◌ }", true),
    ("f { b() } other: ◌", false), ("Signal<Int>(a) ◌", true), ("if a { b() }\nticks.each ◌", true),
    ("a.each ◌ other: { b() }", true), ("all.append(◌)", true), ("try? run ◌", true),
  ]

  @Test(arguments: calls) func call(_ example: (call: String, isChained: Bool)) {
    let text = example.call.replacing("◌", with: "{ self.tick() }")
    let source = SourceFiles.Source(sketch: text)
    let brace = source.outline.braces.indices.first { source.outline.braces[$0].uses > 0 }
    let edits = brace.flatMap { brace in
      ClosureEdit(
        source, line: source.outline.braces[brace].line, depth: source.outline.depth(of: brace),
        using: "self")?.capturing([ClosureEdit.Capture(name: "self")], result: .nothing)
    }
    #expect(
      edits.map { applying($0, to: text) }
        == example.call.replacing("◌", with: example.isChained ? Self.chained : Self.unwrapped))
  }

  /// Uses of the method `stop`, and what is made of them.
  static let methods: [(line: String, edited: String?)] = [
    ("let actions = [\"pause\": stop]", nil), ("f([stop])", nil), ("let a = Optional(stop)", nil),
    ("let pair = (stop, 1)", nil), ("let a = b ? stop : c", nil), ("go(); f { stop }", nil),
    ("f(stop)", "f({ [weak self] in self?.stop() })"),
    ("a = make(stop)", "a = make({ [weak self] in self?.stop() })"),
    (
      "all.append(make(self.stop))",
      "all.append(make({ [weak self] in guard let self else { return }; self.stop() }))"
    ),
    (
      "let a = make(player.stop)",
      "let a = make({ [weak player] in guard let player else { return }; player.stop() })"
    ),
  ]

  @Test(arguments: methods) func method(_ method: (line: String, edited: String?)) {
    let edit = MethodEdit.edit(
      SourceFiles.Source(sketch: method.line), line: 1, method: "stop()", call: "stop()")
    #expect(edit.map { applying([$0], to: method.line) } == method.edited)
  }

  /// Of two closures on one line a number tells which, unless the compiler may have counted others.
  static let numbers = [
    Example(
      source: "func f() { a { self.go() }; b { self.stop() } }",
      edited: "func f() { a { self.go() }; b { [weak self] in self?.stop() } }", number: 2),
    Example(
      source: "func f() {\n#if DEBUG\n c { d() }\n#endif\n a { self.go() }; b { self.stop() } }",
      edited: nil, line: 5, number: 2),
    Example(
      source: "func f() {\n#if DEBUG\n c { d() }\n#endif\n a { self.go() } }",
      edited: "func f() {\n#if DEBUG\n c { d() }\n#endif\n a { [weak self] in self?.go() } }",
      line: 5,
      number: 2),
    Example(
      source:
        "func g() {\n#if DEBUG\n c { d() }\n#endif\n}; func f() { a { self.go() }; b { self.stop() } }",
      edited:
        "func g() {\n#if DEBUG\n c { d() }\n#endif\n}; func f() { a { self.go() }; b { [weak self] in self?.stop() } }",
      line: 5, number: 2),
    // An expression of which the compiler makes a closure may be one of several.
    Example(
      source: "func f() { a { self.go() }; b { self.stop() } }",
      edited: "func f() { a { self.go() }; b { [weak self] in self?.stop() } }",
      number: ClosureNumber(2, isOfExpression: true)),
    Example(
      source: "func f() { c(); a { self.go() }; b { self.stop() } }", edited: nil,
      number: ClosureNumber(1, isOfExpression: true)),
  ]

  @Test func numberInAnExpression() {
    func number(_ text: String) -> ClosureNumber? {
      FunctionName(kind: .closure, text: text).closureNumber
    }
    #expect(number("closure #2 in A.start()") == 2)
    #expect(number("closure #2 in closure #1 in A.start()") == 2)
    #expect(
      number("closure #2 in implicit closure #1 in A.start()")
        == ClosureNumber(2, isOfExpression: true))
  }

  @Test(arguments: actors + bodies + loops + awaited + results + numbers) func closure(
    _ example: Example
  ) {
    let source = SourceFiles.Source(sketch: example.source)
    let edits = ClosureEdit(
      source, line: example.line, depth: example.depth, number: example.number,
      isAsync: example.isAsync, isSendable: example.isSendable,
      in: example.selfType.map {
        SourceOutline.SelfType(name: $0, isActor: example.isActor)
      }, using: "self")?.capturing(
        [ClosureEdit.Capture(name: "self")], result: example.result,
        emptyValue: example.emptyValue, isRunning: example.isRunning)
    #expect(edits.map { applying($0, to: example.source) } == example.edited)
  }

  @Test(arguments: [
    ("closure #1 @Sendable () -> () in Shop.Cart.start() -> ()", true),
    ("closure #1 () -> () in closure #2 @Sendable () -> () in Shop.Cart.start() -> ()", true),
    ("closure #1 () -> () in Shop.Cart.start(@Sendable () -> ()) -> ()", false),
  ]) func sendable(name: String, isInSendable: Bool) {
    let signature = FunctionName(demangled: name).signature
    #expect(signature.map { $0.isSendable || $0.isInSendable } == isInSendable)
  }

  private static let weakSelf = "weak \(AutoclosureEdit.isConstant ? "let" : "var") weakSelf = self"

  /// Functions with an argument that is made a closure of, and what is made of them.
  static let autoclosures: [(function: String, edited: String?)] = [
    ("func f() -> Token {\n  when(self.isOn)\n}", nil), ("var a: Token { when(self.isOn) }", nil),
    ("var a: Token {\n  when(self.isOn)\n    .retained(1)\n}", nil),
    ("func f(a: () -> Void) -> Token { when(self.isOn) }", nil),
    (
      "func f() -> Token {\n  return when(self.isOn)\n}",
      "func f() -> Token {\n  \(weakSelf)\n  return when(weakSelf?.isOn)\n}"
    ),
    (
      "func f() -> Token {\n  when(self.isOn)\n  return token\n}",
      "func f() -> Token {\n  \(weakSelf)\n  when(weakSelf?.isOn)\n  return token\n}"
    ),
    (
      "func f(a: () -> Void) { when(self.isOn) }",
      "func f(a: () -> Void) { \(weakSelf); when(weakSelf?.isOn) }"
    ),
    ("init() {\n  when(self.isOn)\n}", "init() {\n  \(weakSelf)\n  when(weakSelf?.isOn)\n}"),
    (
      "func f() -> Token { a(); return when(self.isOn) }",
      "func f() -> Token { a(); \(weakSelf); return when(weakSelf?.isOn) }"
    ),
  ]

  @Test(arguments: autoclosures) func autoclosure(_ example: (function: String, edited: String?)) {
    let edits = AutoclosureEdit.edits(
      SourceFiles.Source(sketch: example.function), functionAt: 1, otherwise: nil)
    #expect(edits.map { applying($0, to: example.function) } == example.edited)
  }

  /// Types with a constant, and what is made of that.
  static let constants: [(type: String, isEdited: Bool)] = [
    ("actor A {\n  let b: B?\n}", false),
    ("@MainActor class A {\n  nonisolated let b: B?\n}", false),
    ("final class A: Sendable {\n  let b: B?\n}", false),
    ("@MainActor class A {\n  let b: B?\n}", true),
    ("final class A: Service {\n  let b: B?\n}", false),
    ("class A: Service {\n  let b: B?\n}", true),
    ("class A {\n  @Shop.Setting(1) let b: B?\n}", false),
    ("class A {\n  @Setting<Int>(1) private(set) var b: B?\n}", false),
    ("class A {\n  @SwiftUI.State var b: B?\n}", false),
    ("class A {\n  unowned(unsafe) var b: B?\n}", false),
    ("class A {\n  @SwiftUI.State nonisolated public var b: B?\n}", false),
    ("class A {\n  let a: () -> Set<Int>\n  var b: B?\n}", true),
    ("@Shop.MainActor final class A: Sendable {\n  let b: B?\n}", true),
    ("final class A: Service {\n  let b: B?\n}\nprotocol Service: AnyObject {}", true),
    ("actor A {\n  var b: B?\n}", true), ("class A {\n  let actor = 1\n  let b: B?\n}", true),
  ]

  @Test(arguments: constants) func constant(_ example: (type: String, isEdited: Bool)) {
    let edit = PropertyEdit(SourceFiles.Source(sketch: example.type), property: "b", inTypeAt: 1)
    #expect((edit?.weak() != nil) == example.isEdited)
  }

  @Test func `What is said of a removed guard stays`() {
    let text = """
      final class Feed {
        var listener: Task<Void, Never>?
        func listen() {
          listener = Task { [weak self] in
            guard let self else { return }  // Not while it waits.
            // All of them.
            for await a in Feed.all { self.show(a) }
          }
        }
      }
      """
    let edits = LoopEdit.edits(SourceFiles.Source(sketch: text), property: "listener", inTypeAt: 1)
    #expect(
      edits.map { applying($0, to: text) }
        == text.replacing("guard let self else { return }  // Not", with: "// Not")
        .replacing("{ self.show", with: "{ guard let self else { return }; self.show"))
  }

  /// Before an initializer's other statements there may be no `self`.
  @Test func `An argument in an initializer of one line`() {
    let text = "init(b: B) { n = 1; super.init(); b.when(self.isOn) }"
    let edits = AutoclosureEdit.edits(
      SourceFiles.Source(sketch: text), functionAt: 1, otherwise: nil)
    #expect(
      edits.map { applying($0, to: text) }
        == "init(b: B) { n = 1; super.init(); \(Self.weakSelf); b.when(weakSelf?.isOn) }")
    for (type, isEdited) in [("class A: B", false), ("class A", true), ("struct A: B", true)] {
      let text = "\(type) { init(b: B) { n = 1; b.when(self.isOn) } }"
      let edits = AutoclosureEdit.edits(
        SourceFiles.Source(sketch: text), functionAt: 1, otherwise: nil)
      #expect((edits != nil) == isEdited)
    }
  }
}
